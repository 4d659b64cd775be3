import { Page } from '../parts/page.tsx';
import { ApprovalLists } from './approvals/approval-lists.tsx';

/**
 * `/approvals`: the posts that ask for the client's approval. A client account decides; the agency reads, answers, asks
 * again. `client` and `schedule` narrow it.
 */
export default function Approvals() {
  return (
    <Page title="Approvals">
      <ApprovalLists />
    </Page>
  );
}
