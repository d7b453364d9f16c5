import './fault-panel.css';
import { useId } from 'react';
import { Button } from 'react-aria-components';
import type { FaultSwitch } from '../../inspector/inspector-types.ts';

interface FaultPanelProps {
  readonly faults: readonly FaultSwitch[];
  onSwitch(id: string, on: boolean): void;
  onReset(): void;
}

const groups = [
  { about: 'time', title: 'Time' },
  { about: 'policy', title: 'Policy' },
  { about: 'service', title: 'Cloud API' },
  { about: 'slack', title: 'Slack' },
  { about: 'bot', title: 'Skydesk' },
] as const;

export function FaultPanel({ faults, onSwitch, onReset }: FaultPanelProps) {
  return (
    <>
      {groups.map(({ about, title }) => {
        const mine = faults.filter((fault) => fault.part === about);
        return (
          mine.length > 0 && (
            <section key={about} className="fault-group" aria-label={title}>
              <h3>{title}</h3>
              {mine.map((fault) => (
                <FaultRow key={fault.id} fault={fault} onSwitch={onSwitch} />
              ))}
            </section>
          )
        );
      })}
      <section className="fault-group" aria-label="Reset">
        <h3>Reset</h3>
        <div className="fault-row">
          <p className="fault-says">
            Deletes all messages and the audit log, and restores the cloud API’s data, passwords and faults to
            how they were at the start.
          </p>
          <Button className="button danger" onPress={onReset}>
            Reset Everything
          </Button>
        </div>
      </section>
    </>
  );
}

function FaultRow({ fault, onSwitch }: Pick<FaultPanelProps, 'onSwitch'> & { fault: FaultSwitch }) {
  const { id, kind, name, description, on, seen } = fault;
  const explained = useId();
  return (
    <div className={`fault-row${on ? ' fault-on' : ''}`}>
      {kind === 'condition' ? (
        <label className="toggle">
          <input
            type="checkbox"
            role="switch"
            checked={on}
            aria-checked={on}
            aria-describedby={explained}
            onChange={({ target }) => onSwitch(id, target.checked)}
          />
          {name}
        </label>
      ) : (
        <Button className="button" aria-describedby={explained} onPress={() => onSwitch(id, !on)}>
          {on ? `Turn off ${name}` : name}
        </Button>
      )}
      {kind === 'event' && on && (
        <span className="badge" role="status">
          Armed
        </span>
      )}
      <p className="fault-says" id={explained}>
        {description}
      </p>
      {seen && (
        <p className="fault-says" role="status">
          <strong>{seen}</strong>
        </p>
      )}
    </div>
  );
}
