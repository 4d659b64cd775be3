export { type PoolCounts, watchPools, watchProcess } from './process-figures.ts';
export { type Metrics, openMetrics } from './registry.ts';
