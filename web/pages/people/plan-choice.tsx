import { Checkbox, Group } from '@mantine/core';
import { plansOf, type Plan } from '#rules/plans.ts';

type Props = { /** Whose plans may be chosen, as membership strings joined by '__'. */ offered: string; value: readonly Plan[]; onChange: (plans: Plan[]) => void; error?: string | undefined };

/** Which plans an account gets; nothing where there is none to give. */
export function PlanChoice({ offered, value, onChange, error }: Props) {
  const plans = [...new Set(plansOf(offered))];
  if (plans.length === 0) return null;
  return (
    <Checkbox.Group label="Plan" error={error} value={[...value]} onChange={(chosen) => onChange(plans.filter((plan) => chosen.includes(plan)))}>
      <Group gap="md" mt={6}>{plans.map((plan) => <Checkbox key={plan} value={plan} label={plan} />)}</Group>
    </Checkbox.Group>
  );
}
