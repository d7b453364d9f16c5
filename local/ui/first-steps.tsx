import './first-steps.css';
import type { Channel } from '../slack/workspace/sample-workspace.ts';
import { linkTo } from './address.ts';
import { useReader } from './reader.ts';
import { act } from './shared/client.ts';
import { useToasts } from './shared/toasts.tsx';

const way =
  'firewall intra create de1 tcp/443 source=10.12.34.0/24 destination=10.12.35.0/24 why="Shop needs the payment API"';

const folded = 'first steps folded';

/** What to try first; it stays folded once the person has folded it. */
export function FirstSteps({ channel, onFaults }: { channel: Channel; onFaults: () => void }) {
  const { person, info } = useReader();
  const toasts = useToasts();
  if (channel.name !== 'cloud-ops') return null;

  const type = (line: string, label = `${info.command} ${line}`) => (
    <button
      type="button"
      onClick={() => {
        const said = { person: person.name, channel: channel.id, line: `${info.command} ${line}` };
        act('/_control/type', said).catch(toasts.say);
      }}
    >
      {label}
    </button>
  );
  const asWindow = (name: string, place: string) => (
    <a href={linkTo({ person: name, place })} target="_blank" rel="noreferrer">
      a window as {name.charAt(0).toUpperCase() + name.slice(1)}
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
        a table, and a cloud service to talk to. You are {person.realName}. Type a line below, or press one:
      </p>
      <ol>
        <li>
          <strong>Look</strong> {type('alert list')} {type('server find web')} {type('invoice trend 6')}
        </li>
        <li>
          <strong>Change something</strong> {type('alert create')} opens a form; a preview says what will
          happen before it does.
        </li>
        <li>
          <strong>Open a firewall</strong> {type(way, `${info.command} firewall intra create …`)} waits for
          somebody else: open {asWindow('ben', 'approvals')} and press <em>Review</em>.
        </li>
        <li>
          <strong>Get it wrong</strong> {type('alrt list')} {type('alert show "CPU high"')}
        </li>
        <li>
          <strong>Inject faults</strong>: open{' '}
          <button type="button" className="in-words" onClick={onFaults}>
            Fault injection
          </button>{' '}
          in the inspector for a slow cloud API, a lost response or a cold start. {type('help')} shows the
          rest.
        </li>
      </ol>
    </details>
  );
}
