import './first-steps.css';
import type { Channel } from '../slack/workspace/sample-workspace.ts';
import { useReader } from './reader.ts';
import { act } from './shared/client.ts';
import { useToasts } from './shared/toasts.tsx';

/** Sentences to try, by what they show. */
const sentences = [
  ['Look', ['Which alerts are there?', 'Show me the server web01']],
  ['Ask for a change', ['Assign the Night watch policy to jump']],
  [
    'Ask for what others approve',
    ['Open port 443 from 10.12.34.0/24 to 10.12.35.0/24 in de1 because the shop needs the payment API'],
  ],
  ['See what became of it', ['What became of it?']],
] as const;

/** What Slackbot is here, and what to ask it first. */
export function SlackbotSteps({ channel }: { channel: Channel }) {
  const { person } = useReader();
  const toasts = useToasts();
  return (
    <section className="first-steps" aria-label="What to ask Slackbot">
      <h2>Ask Skydesk through Slackbot</h2>
      <p>
        Slackbot calls the tools of Skydesk’s MCP server, signed and in your name, as in Slack. In place of
        the model, a script picks the tool by your words. It can ask for anything; a change needs your click
        in Skydesk’s own message, or the approvals that the policy names.
      </p>
      <ol>
        {sentences.map(([what, lines]) => (
          <li key={what}>
            <strong>{what}</strong>{' '}
            {lines.map((line) => (
              <button
                key={line}
                type="button"
                className="sentence"
                onClick={() => {
                  act('/_control/type', { person: person.name, channel: channel.id, line }).catch(toasts.say);
                }}
              >
                {line}
              </button>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}
