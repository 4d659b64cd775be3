import { LegalPage } from '../../../shell/legal-page.tsx';
import text from './terms.json' with { type: 'json' };

/** `/terms`: the rights and duties of users. */
export default function Terms() {
  return <LegalPage title="Terms" intro={text.intro} sections={text.sections} />;
}
