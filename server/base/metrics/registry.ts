/**
 * Figures of this process in Prometheus' text format, https://prometheus.io/docs/instrumenting/exposition_formats/
 */

/** The labels of a sample: few values each, never an id of a row. */
export type Labels = Readonly<Record<string, string>>;

/** One value of a figure. */
export type Sample = { labels?: Labels; value: number };

type Figure = {
  name: string;
  help: string;
  type: 'gauge' | 'counter' | 'histogram';
  read(): readonly Line[] | Promise<readonly Line[]>;
};
type Line = Sample & { suffix?: string };
type Named = { name: string; help: string };

/** All figures of a process. A name is declared once. */
export type Metrics = {
  /** A value that is read at each scrape; if reading fails, it has no samples. */
  gauge(figure: Named & { read(): readonly Sample[] | Promise<readonly Sample[]> }): void;
  /** A number that only grows. */
  counter(figure: Named): { add(labels: Labels, by?: number): void };
  /** A distribution: `buckets` are the upper bounds, ascending. */
  histogram(figure: Named & { buckets: readonly number[] }): { observe(value: number): void };
  /** The names as a scrape shows them. */
  names(): string[];
  write(): Promise<string>;
};

/** Opens an empty set of figures. */
export function openMetrics(): Metrics {
  const figures = new Map<string, Figure>();
  const declare = (figure: Figure): void => {
    if (figures.has(figure.name)) throw new Error(`the figure ${figure.name} is declared twice`);
    figures.set(figure.name, figure);
  };
  return {
    gauge: (figure) => {
      declare({ ...figure, type: 'gauge' });
    },
    counter: (figure) => {
      const values = new Map<string, { labels: Labels; value: number }>();
      declare({ ...figure, type: 'counter', read: () => [...values.values()] });
      return {
        add: (labels, by = 1) => {
          const key = JSON.stringify(Object.entries(labels));
          values.set(key, { labels, value: (values.get(key)?.value ?? 0) + by });
        },
      };
    },
    histogram: ({ buckets, ...figure }) => {
      const counts = buckets.map(() => 0);
      let [sum, count] = [0, 0];
      const read = (): Line[] => [
        ...buckets.map((bound, at) => ({ suffix: '_bucket', labels: { le: String(bound) }, value: counts[at] ?? 0 })),
        { suffix: '_bucket', labels: { le: '+Inf' }, value: count },
        { suffix: '_sum', value: sum },
        { suffix: '_count', value: count },
      ];
      declare({ ...figure, type: 'histogram', read });
      return {
        observe: (value) => {
          sum += value;
          count += 1;
          buckets.forEach((bound, at) => {
            if (value <= bound) counts[at] = (counts[at] ?? 0) + 1;
          });
        },
      };
    },
    names: () => [...figures.values()].flatMap(namesOf),
    write: async () => (await Promise.all([...figures.values()].map(written))).join(''),
  };
}

const namesOf = ({ name, type }: Figure): string[] =>
  type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name];

async function written(figure: Figure): Promise<string> {
  const { name, help, type } = figure;
  const lines = await samplesOf(figure);
  if (lines.length === 0) return '';
  return [
    `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
    `# TYPE ${name} ${type}`,
    ...lines.map(({ suffix = '', labels, value }) => `${name}${suffix}${labelsOf(labels)} ${value}`),
    '',
  ].join('\n');
}

async function samplesOf({ read }: Figure): Promise<readonly Line[]> {
  try {
    return await read();
  } catch {
    return []; // a figure without a value is what its reader alerts on; the others are still answered
  }
}

function labelsOf(labels: Labels = {}): string {
  const escaped = (text: string): string =>
    text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
