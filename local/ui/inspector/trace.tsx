import './trace.css';
import { ListBox, ListBoxItem } from 'react-aria-components';
import type { Trace, TraceStep } from '../../inspector/inspector-types.ts';
import { StepLine } from './step-line.tsx';

interface TraceProps {
  readonly traces: readonly Trace[];
  readonly trace: Trace | undefined;
  readonly isOfMessage: boolean;
  readonly nameOf: (id: string) => string;
  readonly onChoose: (id: string) => void;
}

export function TraceView({ traces, trace, isOfMessage, nameOf, onChoose }: TraceProps) {
  if (!trace)
    return (
      <p className="inspector-empty">
        {isOfMessage
          ? 'The trace of this message is no longer kept. Only the newest 200 are.'
          : 'Run a command, and its trace appears here.'}
      </p>
    );
  return (
    <>
      <ListBox
        aria-label={isOfMessage ? 'Traces of this message' : 'Traces'}
        className="trace-list"
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[trace.id]}
        onSelectionChange={(keys) => {
          const [key] = keys === 'all' ? [] : keys;
          if (key !== undefined) onChoose(String(key));
        }}
        items={traces}
        dependencies={[traces]}
      >
        {(item) => (
          <ListBoxItem id={item.id} textValue={titleOf(item, nameOf)} className="trace-item">
            <span className="trace-title">{titleOf(item, nameOf)}</span>
            <span className="trace-facts">
              {item.person && <span>{nameOf(item.person)}</span>}
              <time dateTime={new Date(item.at).toISOString()}>{new Date(item.at).toLocaleTimeString()}</time>
              {item.failures > 0 && <span className="mark-bad">{counted(item.failures, 'failure')}</span>}
              {item.state === 'going' && <span className="mark-going">in progress</span>}
            </span>
          </ListBoxItem>
        )}
      </ListBox>
      <TraceSteps trace={trace} nameOf={nameOf} />
    </>
  );
}

function TraceSteps({ trace, nameOf }: { trace: Trace; nameOf: (id: string) => string }) {
  const { steps, droppedSteps, at } = trace;
  const title = titleOf(trace, nameOf);
  const longest = Math.max(1, ...steps.map(({ ms = 0 }) => ms));
  const line = (step: TraceStep) => (
    <StepLine step={step} since={at} longest={longest} nameOf={nameOf}>
      {steps.some(({ inside }) => inside === step.id) && (
        <ol className="steps">
          {steps
            .filter(({ inside }) => inside === step.id)
            .map((child) => (
              <li key={child.id}>{line(child)}</li>
            ))}
        </ol>
      )}
    </StepLine>
  );
  return (
    <div className="trace">
      <h3>{title}</h3>
      <ol className="steps" aria-label={`Trace of ${title}`}>
        {readable(steps).map((step) => (
          <li key={step.id}>{line(step)}</li>
        ))}
      </ol>
      {droppedSteps > 0 && (
        <p className="inspector-empty">
          {counted(droppedSteps, 'further step')} {droppedSteps === 1 ? 'was' : 'were'} not kept.
        </p>
      )}
    </div>
  );
}

/** Returns a title with names. Titles contain user ids, as the app does: `@U123 alert list`. */
const titleOf = ({ title }: Trace, nameOf: (id: string) => string): string =>
  title.replaceAll(/@([UW]\w+)/g, (_, id: string) => `@${nameOf(id)}`);

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/**
 * Returns the top-level steps in reading order. The acknowledgement of a request directly follows the invocation that returned
 * it, although the worker has often started before Slack has it.
 */
function readable(steps: readonly TraceStep[]): readonly TraceStep[] {
  const ordered: TraceStep[] = [];
  for (const step of steps.filter(({ inside }) => inside === undefined)) {
    const asked = ordered.findLastIndex(({ kind }) => kind === 'request');
    const run = ordered[asked + 1]?.kind === 'invocation' ? asked + 2 : asked + 1;
    if (step.kind === 'ack' && asked >= 0) ordered.splice(run, 0, step);
    else ordered.push(step);
  }
  return ordered;
}
