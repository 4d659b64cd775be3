import { LegalPage } from '../shell/legal-page.tsx';
import text from './terms.json' with { type: 'json' };

/** `/terms`: what one may expect and must not do. */
export default function Terms() {
  return <LegalPage title="Terms" intro={text.intro} sections={text.sections} />;
}
