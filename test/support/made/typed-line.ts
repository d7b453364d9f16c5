import type { Change } from '../../../src/change/model/change.ts';
import { parseCommand } from '../../../src/command-line/parse-command.ts';
import type { ContextDependencies } from '../../../src/evaluate/build-context.ts';
import { evaluateChange, stepsFrom } from '../../../src/lifecycle/prepare/evaluate-change.ts';
import type { Prepared } from '../../../src/operation/operation.ts';
import type { Context } from '../../../src/operations/context/context.ts';
import type { Timing } from '../../../src/time/timing.ts';
import { type RequestFacts, request } from './requests.ts';

/** The command of a line, ready to be evaluated. @throws Error if the line can't run */
export function preparedFrom(line: string): Prepared<Context> {
  const parsed = parseCommand(line);
  if (parsed.kind !== 'prepared') throw new Error(`${line}: ${parsed.kind}`);
  return parsed.prepared;
}

/** The worker's evaluation of a line that Ana typed. `timing`: when it starts and ends, if known. */
export const evaluated = (line: string, deps: ContextDependencies, timing: Timing = {}) =>
  evaluateChange([preparedFrom(line)], { channel: 'C1', person: 'U0ANA' }, deps, { known: [timing] });

/** A request of Ana's for a line that she typed, as it is stored. */
export async function requestFor(
  line: string,
  deps: ContextDependencies,
  facts: RequestFacts = {},
  timing: Timing = {},
): Promise<Change> {
  const evaluation = await evaluated(line, deps, timing);
  return request({ steps: stepsFrom(evaluation), basis: evaluation.basis, ...facts });
}
