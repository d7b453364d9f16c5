import type { Skydesk } from '../../src/playground/skydesk.ts';
import { sign } from '../../src/playground/slack/human/app.ts';
import { asObject, asString, type Json, parseJson } from '../../src/playground/slack/json.ts';
import { TEAM } from '../../src/playground/slack/world.ts';

/** A request as Slack would send it, signed; the same one can be sent again. */
export interface SignedRequest {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

let serial = 0;

/** A slash command with its text exactly as given: escaped by nobody. */
export function slash(desk: Skydesk, text: string, person = 'U0ANA'): SignedRequest {
  return signed(desk, {
    command: '/cloud',
    text,
    user_id: person,
    team_id: TEAM.id,
    channel_id: 'C0CLOUDOPS',
    trigger_id: `made-up-${++serial}`,
  });
}

/** A click on Confirm or Cancel, as anybody could send it who can use Slack's interface. */
export function click(
  desk: Skydesk,
  decision: 'confirm' | 'cancel',
  on: string,
  person = 'U0ANA',
): SignedRequest {
  const payload = {
    type: 'block_actions',
    user: { id: person, team_id: TEAM.id },
    team: { id: TEAM.id },
    channel: { id: 'C0CLOUDOPS' },
    actions: [{ type: 'button', action_id: `decide:${decision}`, value: on, action_ts: String(++serial) }],
  };
  return signed(desk, { payload: JSON.stringify(payload) });
}

/** Sends it; resolves to what Slack would make of the acknowledgement. */
export async function send(
  desk: Skydesk,
  { body, headers }: SignedRequest,
): Promise<{ ok: boolean; status: number; body: Json }> {
  const response = await fetch(`${desk.url}/slack/events`, { method: 'POST', body, headers });
  const text = await response.text();
  return { ok: response.ok, status: response.status, body: parseJson(text) ?? text };
}

function signed(desk: Skydesk, form: Readonly<Record<string, string>>): SignedRequest {
  const secret = asString(asObject(parseJson(desk.aws.secrets.get('skydesk/slack'))).signingSecret);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const body = new URLSearchParams(form).toString();
  return {
    body,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': sign(secret, timestamp, body),
    },
  };
}
