import './first-steps.css';
import type { Channel } from '../slack/workspace/sample-workspace.ts';
import { TypeButton } from './first-steps.tsx';

const lines = [
  ['All tools', 'tools'],
  ['The form of a tool', 'alert_assign'],
  ['A call', 'server_show {"server":"web01"}'],
  ['A call that asks first', 'alert_assign {"policy":"Night watch","server":["jump"]}'],
] as const;

export function SlackbotSteps({ channel }: { channel: Channel }) {
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
            <strong>{what}</strong> <TypeButton channel={channel} line={line} />
          </li>
        ))}
      </ol>
    </section>
  );
}
