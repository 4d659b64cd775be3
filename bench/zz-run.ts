import { measure } from './zz-pub.ts';
import { printTable } from './table.ts';
printTable('x', await measure());
process.exit(0)
