import type { ReactNode } from 'react';
import { Button, Disclosure, DisclosurePanel } from 'react-aria-components';
import type { Effect, TraceStep } from '../../inspector/inspector-types.ts';
import { effectsIn } from './touches.ts';

interface StepLineProps {
  readonly step: TraceStep;
  /** Start of the trace, in milliseconds since 1970. */
  readonly since: number;
  /** Duration of the trace's longest step, in milliseconds. */
  readonly longest: number;
  readonly nameOf: (id: string) => string;
  readonly children?: ReactNode;
}

/** A step: its event, its duration, and its details on demand. */
export function StepLine({ step, since, longest, nameOf, children }: StepLineProps) {
  const { id: _id, inside: _inside, ...known } = step;
  const { ms, ok } = step;
  const [before, name, after] = words(step);
  const state = ok === undefined ? 'going' : ok ? 'well' : 'bad';
  return (
    <div className={`step step-${step.kind} step-${state}`}>
      <Disclosure>
        <Button slot="trigger" className="step-head">
          <span className="step-mark" aria-hidden="true" />
          <span className="step-words">
            <span>
              {before}
              <b>{name}</b>
              {after}
            </span>
            {step.kind === 'invocation' && step.error && <span className="step-error">{step.error}</span>}
            {ok === false && <span className="unseen"> It failed.</span>}
            {ok === undefined && <span className="unseen"> In progress.</span>}
            {effectsIn(step).map((made, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the effects of a step never change their order
              <span className="step-made" key={at}>
                {outcome(made, nameOf)}
              </span>
            ))}
          </span>
          <span className="step-time">
            {ms === undefined ? '' : `${ms.toLocaleString()} ms`}
            <span className="unseen">, {step.at - since} ms after the start</span>
          </span>
        </Button>
        {ms !== undefined && (
          <span className="step-bar" aria-hidden="true">
            <span style={{ width: `${Math.max(1, (ms / longest) * 100)}%` }} />
          </span>
        )}
        <DisclosurePanel>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
          <section className="bk-pre" aria-label="Step details" tabIndex={0}>
            {JSON.stringify(known, undefined, 2)}
          </section>
        </DisclosurePanel>
      </Disclosure>
      {children}
    </div>
  );
}

/** Returns the words of a step: what is before the name of it, that name, and what is after it. */
function words(step: TraceStep): readonly [before: string, name: ReactNode, after?: ReactNode] {
  switch (step.kind) {
    case 'request':
      if (step.headers.authorization !== undefined)
        return ['An agent posted ', step.what, ', with an API key'];
      return step.refused
        ? ['A request was refused: ', step.refused]
        : ['Slack posted ', step.what, ', signed'];
    case 'ack':
      return step.ok
        ? ['Acknowledged with ', step.status]
        : ['Not acknowledged: ', step.error ?? step.status];
    case 'invocation':
      return ['', step.function, ` ran, ${temperature(step)}`];
    case 'message':
      return ['', step.what, waited(step)];
    case 'service': {
      const answered = (
        <>
          {' '}
          <code>{step.path}</code> {step.status ?? 'no answer'}
        </>
      );
      return ['', step.method, answered];
    }
    case 'slack':
      return ['Slack ', step.method, ` ${step.error ?? (step.ok ? '' : (step.status ?? ''))}`];
    case 'log':
      return ['Logged ', step.event];
  }
}

function waited({ waitedMs, delivery, ok }: Extract<TraceStep, { kind: 'message' }>): string {
  const again = delivery > 1 ? `, delivery ${delivery}` : '';
  return ` waited ${waitedMs.toLocaleString()} ms on the queue${again}${ok === false ? ', and returns to it' : ''}`;
}

function temperature({ cold, initMs, instance }: Extract<TraceStep, { kind: 'invocation' }>): string {
  if (!cold) return `warm (${instance})`;
  return initMs === undefined
    ? `from cold (${instance})`
    : `from cold: ${initMs.toLocaleString()} ms to start (${instance})`;
}

function outcome(made: Effect, nameOf: (id: string) => string): string {
  switch (made.kind) {
    case 'message':
      return `${made.action} a message in ${nameOf(made.channel)}${made.onlyFor ? `, only for ${nameOf(made.onlyFor)}` : ''}`;
    case 'view':
      return `${made.action} a modal`;
    case 'home':
      return `published the Home tab of ${nameOf(made.person)}`;
    case 'notice':
      return `Slack says “${made.text}”`;
  }
}
