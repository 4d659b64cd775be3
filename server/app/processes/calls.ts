import { joinHandlers } from '../http/index.ts';
import * as features from './call-files.ts';

/** The handler of every call of the contract, from all features. */
export const handlers = joinHandlers(Object.values(features));
