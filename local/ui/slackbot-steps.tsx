import './first-steps.css';
import type { Channel } from '../slack/workspace/sample-workspace.ts';
import { useReader } from './reader.ts';
import { act } from './shared/client.ts';
import { useToasts } from './shared/toasts.tsx';

const lines = [
  ['All tools', 'tools'],
  ['The form of a tool', 'alert_assign'],
  ['A call', 'server_show {"server":"web01"}'],
  ['A call that asks first', 'alert_assign {"policy":"Night watch","server":["jump"]}'],
] as const;

export function SlackbotSteps({ channel }: { channel: Channel }) {
  const { person } = useReader();
  const toasts = useToasts();
  return (
    <section className="first-steps" aria-label="What to type to Slackbot">
      <h2>Call Skydesk’s tools through Slackbot</h2>
      <p>
        Slackbot calls the tools of Skydesk’s MCP server, signed and in your name, as in Slack. There is no
        language model here: you choose the tool and its arguments. It can ask for anything; a change needs
        your click in Skydesk’s own message, or the approvals that the policy names.
      </p>
      <ol>
        {lines.map(([what, line]) => (
          <li key={what}>
            <strong>{what}</strong>{' '}
            <button
              type="button"
              onClick={() => {
                act('/_control/type', { person: person.name, channel: channel.id, line }).catch(toasts.say);
              }}
            >
              {line}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
