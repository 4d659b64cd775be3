import { Page } from '../../../parts/page/page.tsx';
import { ApprovalLists } from './approval-lists.tsx';

/**
 * `/approvals`: the posts that await the client's approval. A client account decides; the agency reads, answers and
 * asks again. `search`, `client` and `schedule` filter them.
 */
export default function Approvals() {
  return (
    <Page title="Approvals">
      <ApprovalLists />
    </Page>
  );
}
