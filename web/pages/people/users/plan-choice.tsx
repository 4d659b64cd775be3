import { Checkbox, Group } from '@mantine/core';
import { plansOf, type Plan } from '#rules/plans.ts';
import styles from './people.module.css';

type Props = {
  /** Whose plans can be chosen, as membership strings joined by '__'. */ offered: string;
  value: readonly Plan[];
  onChange: (plans: Plan[]) => void;
  error?: string | undefined;
};

/** The plans that an account gets; nothing if there are none to give. */
export function PlanChoice({ offered, value, onChange, error }: Props) {
  const plans = [...new Set(plansOf(offered))];
  if (plans.length === 0) return null;
  return (
    <Checkbox.Group
      label="Plan"
      error={error}
      value={[...value]}
      onChange={(chosen) => onChange(plans.filter((plan) => chosen.includes(plan)))}
    >
      <Group gap="md" mt={6}>
        {plans.map((plan) => (
          <Checkbox key={plan} value={plan} label={plan} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

/** The plans of a membership, one word each; 'None' without one. */
export function PlanList({ membership }: { membership: string }) {
  const plans = plansOf(membership);
  return (
    <span className={styles.plans}>
      {plans.length === 0
        ? 'None'
        : plans.map((plan) => (
            <span key={plan} className={styles.whole}>
              {plan}
            </span>
          ))}
    </span>
  );
}
