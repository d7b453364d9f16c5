import { randomUUID } from 'node:crypto';
import { errorName } from '../../answer/user-error.ts';
import { agentId } from '../../change/model/ids.ts';
import type { Clock, Millis } from '../../core/clock.ts';
import { correlated } from '../../core/correlation.ts';
import type { Log } from '../../core/log.ts';
import { parseJsonObject } from '../../core/parse-json.ts';
import { type GatewayEvent, type GatewayResponse, header, rawBody } from '../../http/gateway-event.ts';
import type { AgentCall } from '../../queue/agent-call.ts';
import { keyCallOf } from '../../queue/key-call.ts';
import type { Queue } from '../../queue/queue.ts';
import { jobIdOf, verifySignature } from '../api/signature.ts';
import type { SigningSecret } from '../api/slack-secret.ts';
import { withRenewedSecret } from '../api/with-renewed-secret.ts';
import { fieldsOf, textIn } from './payload-schema.ts';

interface DoorDependencies {
  readonly secret: SigningSecret;
  readonly queue: Queue<AgentCall>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * A request of an agent, as the function for agents got it. The HTTP API sets no `agents`, so only that function sends it:
 * - `verify`: who signed these bytes?
 * - `mcp`, `run`: have the worker answer what these bytes ask for.
 */
export interface DoorEvent extends GatewayEvent {
  readonly agents: 'verify' | 'mcp' | 'run';
}

/** Returns whether an event comes from the function for agents, whatever else it is. */
export const isOfAgents = (event: unknown): event is DoorEvent =>
  typeof event === 'object' && event !== null && 'agents' in event;

/** A call whose sender is proven. */
type Proven = Pick<AgentCall, 'id' | 'isKeyed' | 'asker'> & { readonly raw: Buffer };
interface Refused {
  readonly status: number;
  readonly why: string;
}

/** How long a call may take until its answer: the HTTP API waits for 30 seconds, and both functions may have to start. */
const answeredWithin: Millis = 23_000;

/** Upper bound for the body of a call, in bytes: more than its longest command, and small enough for a message of the queue. */
const maxCallBytes = 128 * 1024;

/**
 * Proves who sent a request of an agent, from its bytes alone: the function that passes it on is not trusted. Queues what these bytes ask
 * for, and returns where the answer will be stored and until when. Never rejects.
 */
export const agentDoor =
  (deps: DoorDependencies) =>
  async (event: DoorEvent): Promise<GatewayResponse> => {
    try {
      const proven = await prove(event, deps);
      if ('status' in proven) return refuse(proven, deps);
      const { raw, ...who } = proven;
      if (event.agents === 'verify') return json(200, { id: who.id });
      const { name, arguments: given = {} } = toolCallIn(raw);
      const asked = event.agents === 'run' ? { line: raw.toString('utf8') } : { tool: textIn(name), given };
      if (raw.length > maxCallBytes) return refuse({ status: 413, why: 'too large' }, deps);
      const [slot, until] = [randomUUID(), deps.clock() + answeredWithin];
      await correlated({ correlation_id: who.id }, () => deps.queue.send({ ...who, slot, until, asked }));
      return json(200, { slot, until });
    } catch (error) {
      deps.log('request failed', { error: errorName(error) });
      return json(500, {});
    }
  };

const json = (statusCode: number, body: object): GatewayResponse => ({
  statusCode,
  body: JSON.stringify(body),
});

function refuse({ status, why }: Refused, { log }: DoorDependencies): GatewayResponse {
  log('request refused', { status, why });
  return json(status, { why });
}

function prove(event: DoorEvent, deps: DoorDependencies): Promise<Proven | Refused> | Proven | Refused {
  return header(event, 'x-slack-signature') === '' ? byKey(event) : bySlack(event, deps);
}

/** Slack's request names the person for whom it asks. Without a person, it can ask for nothing. */
async function bySlack(event: DoorEvent, { secret, clock }: DoorDependencies): Promise<Proven | Refused> {
  const signed = await withRenewedSecret(
    secret,
    'signingSecret',
    (signingSecret) => verifySignature(event, signingSecret, clock()),
    (checked) => 'status' in checked && checked.why === 'signature',
  );
  if ('status' in signed) return signed;
  const { raw, key } = signed;
  const { user_id, team_id } = fieldsOf(fieldsOf(toolCallIn(raw)._meta).slack);
  const [person, team] = [textIn(user_id), textIn(team_id)];
  if (event.agents !== 'verify' && (event.agents === 'run' || !person || !team))
    return { status: 400, why: 'nobody' };
  return { id: agentId(jobIdOf(key)), isKeyed: false, asker: { person, team }, raw };
}

/** Whether such a key is valid, the worker looks up. */
function byKey(event: DoorEvent): Proven | Refused {
  const call = keyCallOf(event);
  if (!call) return { status: 401, why: 'no signature and no key' };
  const { key, ...job } = call;
  return { ...job, asker: { key }, raw: rawBody(event) };
}

/** Returns the parameters of a tool call, as a JSON-RPC message; empty for any other bytes. */
function toolCallIn(raw: Buffer) {
  const { method, params } = fieldsOf(parseJsonObject(raw.toString('utf8')));
  return method === 'tools/call' ? fieldsOf(params) : {};
}
