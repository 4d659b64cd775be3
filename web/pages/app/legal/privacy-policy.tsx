import { LegalPage } from '../../../shell/legal-page.tsx';
import text from './privacy-policy.json' with { type: 'json' };

/** `/privacy-policy`: what is stored, why, and who receives it. */
export default function PrivacyPolicy() {
  return <LegalPage title="Privacy" intro={text.intro} sections={text.sections} />;
}
