import './first-steps.css';
import type { Channel } from '../slack/workspace/sample-workspace.ts';
import { linkTo } from './address.ts';
import { useReader } from './reader.ts';
import { act } from './shared/client.ts';
import { useToasts } from './shared/toasts.tsx';

const opening =
  'firewall intra create de1 tcp/443 source=10.12.34.0/24 destination=10.12.35.0/24 why="Shop needs the payment API" ends=2h';

const folded = 'first steps folded';

/** A button that types a line into a channel. */
export function TypeButton({
  channel,
  line,
  label = line,
}: {
  channel: Channel;
  line: string;
  label?: string;
}) {
  const { person } = useReader();
  const toasts = useToasts();
  const type = () =>
    act('/_control/type', { person: person.name, channel: channel.id, line }).catch(toasts.say);
  return (
    <button type="button" onClick={() => void type()}>
      {label}
    </button>
  );
}

/** The first steps to try. They stay collapsed if the person has collapsed them. */
export function FirstSteps({ channel, onFaults }: { channel: Channel; onFaults: () => void }) {
  const { person, info } = useReader();
  if (channel.name !== 'cloud-ops') return null;

  const type = (line: string, label = `${info.command} ${line}`) => (
    <TypeButton channel={channel} line={`${info.command} ${line}`} label={label} />
  );
  const to = (name: string, place: string, label: string) => (
    <a
      href={linkTo({ person: name, place })}
      {...(name !== person.name && { target: '_blank', rel: 'noreferrer' })}
    >
      {label}
    </a>
  );

  return (
    <details
      className="first-steps"
      open={!localStorage.getItem(folded)}
      onToggle={({ currentTarget: { open } }) => localStorage.setItem(folded, open ? '' : 'yes')}
    >
      <summary>
        <h2>Run your cloud from Slack</h2>
      </summary>
      <p>
        This is a Slack workspace on your machine. The bot in it is the real one: its built bundles, a queue,
        a table, and a cloud service to talk to. You are {person.realName}. See how three people agree on a
        change: {to(person.name, 'story', 'Play the Story')}. Or type a line below, or press one:
      </p>
      <ol>
        <li>
          <strong>Look</strong> {type('alert list')} {type('invoice trend 6')} or{' '}
          {to(person.name, 'home', 'your Home')}.
        </li>
        <li>
          <strong>Change something</strong> {type('alert create')} opens a form; a preview says what will
          happen before it does.
        </li>
        <li>
          <strong>Open a firewall for two hours</strong>{' '}
          {type(opening, `${info.command} firewall intra create … ends=2h`)} waits for{' '}
          {to('ben', 'approvals', 'Ben')} to press <em>Review</em>, and ends by itself.
        </li>
        <li>
          <strong>Say it</strong> {type('let DE1ACMEWEB03 reach DE1ACMEDB02 on 5432 for 30 min')} asks whether
          policies allow it, and opens the form for what is missing.
        </li>
        <li>
          <strong>Several changes, one approval</strong> {type('plan')} or a runbook: {type('run')}
        </li>
        <li>
          <strong>Let an agent ask</strong> through {to(person.name, 'slackbot', 'Slackbot')}: a person
          decides.
        </li>
        <li>
          <strong>Get it wrong</strong> {type('alrt list')}, or open{' '}
          <button type="button" className="in-words" onClick={onFaults}>
            Fault injection
          </button>{' '}
          for a slow cloud API, a lost response or hours that pass. {type('help')} shows the rest.
        </li>
      </ol>
    </details>
  );
}
