import type { TraceStep } from '../../inspector/inspector-types.ts';

/**
 * The top-level steps, in reading order: the acknowledgement of a request comes
 * right behind the run that gave it, though the worker has often begun before Slack has it.
 */
export function readable(steps: readonly TraceStep[]): readonly TraceStep[] {
  const ordered: TraceStep[] = [];
  for (const step of steps.filter(({ inside }) => inside === undefined)) {
    const asked = ordered.findLastIndex(({ kind }) => kind === 'request');
    const run = ordered[asked + 1]?.kind === 'invocation' ? asked + 2 : asked + 1;
    if (step.kind === 'ack' && asked >= 0) ordered.splice(run, 0, step);
    else ordered.push(step);
  }
  return ordered;
}
