import { useId } from 'react';
import { Button, Switch as Toggle } from 'react-aria-components';
import type { Switch, SwitchId } from '../../inspector/inspector-types.ts';

interface SwitchesProps {
  readonly switches: readonly Switch[];
  onSwitch(id: SwitchId, on: boolean): void;
  onReset(): void;
}

const groups = [
  { about: 'service', title: 'The cloud service' },
  { about: 'slack', title: 'Slack' },
  { about: 'bot', title: 'The bot' },
] as const;

/** What makes it hard for the bot, each with what a user will see. */
export function Switches({ switches, onSwitch, onReset }: SwitchesProps) {
  return (
    <>
      {groups.map(({ about, title }) => {
        const mine = switches.filter((one) => one.about === about);
        return (
          mine.length > 0 && (
            <section key={about} className="switch-group" aria-label={title}>
              <h3>{title}</h3>
              {mine.map((one) => (
                <SwitchRow key={one.id} {...one} onSwitch={onSwitch} />
              ))}
            </section>
          )
        );
      })}
      <section className="switch-group" aria-label="From the beginning">
        <h3>From the beginning</h3>
        <div className="switch-row">
          <p className="switch-says">
            The workspace, the service, the record, all faults and passwords are put back as at the start.
          </p>
          <Button className="danger-button" onPress={onReset}>
            Reset everything
          </Button>
        </div>
      </section>
    </>
  );
}

function SwitchRow({ id, kind, name, says, on, onSwitch }: Switch & Pick<SwitchesProps, 'onSwitch'>) {
  const explained = useId();
  return (
    <div className={`switch-row${on ? ' switch-on' : ''}`}>
      {kind === 'condition' ? (
        <Toggle
          className="toggle"
          isSelected={on}
          aria-describedby={explained}
          onChange={(wanted) => onSwitch(id, wanted)}
        >
          <span className="toggle-track" aria-hidden="true" />
          {name}
        </Toggle>
      ) : (
        <Button className="plain-button" aria-describedby={explained} onPress={() => onSwitch(id, !on)}>
          {on ? `Take back: ${name}` : name}
        </Button>
      )}
      {kind === 'event' && on && (
        <span className="badge" role="status">
          waits for its moment
        </span>
      )}
      <p className="switch-says" id={explained}>
        {says}
      </p>
    </div>
  );
}
