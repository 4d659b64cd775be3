import { ActionIcon, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import type { Data } from '#contract/index.ts';
import { lengthOf } from '#rules/captions.ts';
import { isEligible, networkIds, networkNames, type NetworkId, type StreamType } from '#rules/eligibility.ts';
import { takesTitle, type OwnWords, type Words } from '#rules/own-words.ts';
import { Icon } from '../../../../parts/icons/icon.tsx';
import { NetworkIcon } from '../../../../parts/icons/network-icon.tsx';
import { useCall } from '../../../../api/queries.ts';
import styles from './stream-editor.module.css';
import { TextField } from './text-field.tsx';
import { sayCount } from '../../../../lib/words.ts';

type Props = {
  type: StreamType;
  formatted: boolean;
  /** The words for all networks, from which a network's own words start. */ words: Words;
  own: OwnWords;
  onChange: (own: OwnWords) => void;
};

/** Words for single networks that replace an item's general words, one block per network. */
export function OwnWordsFields({ type, formatted, words, own, onChange }: Props) {
  const { data: known } = useCall('fetch-networks', {});
  const fitting = networkIds.filter((network) => isEligible(network, type));
  const has = fitting.filter((network) => own[network] !== undefined);
  const free = fitting.filter((network) => own[network] === undefined);
  const set = (network: NetworkId, part: Partial<Words>) => {
    const before = own[network] ?? { title: '', description: '' };
    onChange({ ...own, [network]: { ...before, ...part } });
  };
  const remove = (network: NetworkId) => {
    const { [network]: _gone, ...rest } = own;
    onChange(rest);
  };
  return (
    <Stack gap="sm" role="group" aria-label="Words for single networks">
      {has.map((network) => (
        <section key={network} className={styles.textItem} aria-label={`Words for ${networkNames[network]}`}>
          <Group justify="space-between" wrap="nowrap">
            <Group gap={6} wrap="nowrap">
              <NetworkIcon network={network} size={16} labelled={false} />
              <Text size="sm" fw={600}>
                {networkNames[network]}
              </Text>
            </Group>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`${networkNames[network]} uses the words for all networks again`}
              onClick={() => remove(network)}
            >
              <Icon name="trash" size={16} />
            </ActionIcon>
          </Group>
          {takesTitle(network) && (
            <TextInput
              label={`Title for ${networkNames[network]}`}
              placeholder={words.title}
              maxLength={300}
              value={own[network]?.title ?? ''}
              onChange={(event) => set(network, { title: event.currentTarget.value })}
            />
          )}
          <TextField
            label={`Text for ${networkNames[network]}`}
            formatted={formatted}
            value={own[network]?.description ?? ''}
            onChange={(description) => set(network, { description })}
          />
          <Room network={network} type={type} known={known} text={own[network]?.description ?? ''} />
        </section>
      ))}
      {free.length > 0 && (
        <Select
          label="Other words for one network"
          placeholder="Choose a network"
          data={free.map((network) => ({ value: network, label: networkNames[network] }))}
          value={null}
          onChange={(value) => {
            const network = free.find((id) => id === value);
            if (network) set(network, { title: '', description: words.description });
          }}
        />
      )}
    </Stack>
  );
}

type RoomProps = {
  network: NetworkId;
  type: StreamType;
  known: Data<'fetch-networks'> | undefined;
  text: string;
};

function Room({ network, type, known, text }: RoomProps) {
  const limits = known?.find((one) => one.type === network);
  const isText = type === 'text' || type === 'formatted';
  const limit = (isText ? limits?.text_length : limits?.caption_length) ?? null;
  if (limits === undefined || limit === null || type === 'formatted') return null;
  const length = lengthOf(text, limits.length_unit);
  return (
    <Text size="sm" c={length > limit ? 'var(--warn-text)' : 'dimmed'} className="nums">
      {sayCount(length)} of {sayCount(limit)}
      {limits.length_unit === 'bytes' ? ' bytes' : ' characters'}
      {limits.length_unit === 'weighted' && `, as ${networkNames[network]} counts them`}
      {length > limit && ': the end is cut off at a word'}
    </Text>
  );
}
