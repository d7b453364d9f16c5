import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '../../local/loopback/listen.ts';

/** A log group and a topic on AWS. Each is undefined if there is none, and a string if AWS refuses with that error. */
export interface LogsAndTopics {
  /** The time and the text of each log line, in milliseconds since 1970. */
  logged: readonly (readonly [message: string, at: number])[] | string | undefined;
  /** The `SubscriptionArn` of each subscription. */
  subscriptions: readonly string[] | string | undefined;
}

/** CloudWatch Logs and SNS on loopback, with one log group and one topic only. Both send one item per page. */
export async function startLogsAndTopics(known: { readonly logGroup: string; readonly topic: string }) {
  const state: LogsAndTopics = { logged: [], subscriptions: [] };
  const { url, close } = await listenOnLoopback(async (request, response) => {
    const body = await text(request);
    const isOfLogs = request.headers['x-amz-target'] === 'Logs_20140328.FilterLogEvents';
    const { status = 200, sent } = isOfLogs ? events(JSON.parse(body)) : members(new URLSearchParams(body));
    response.writeHead(status, { 'content-type': isOfLogs ? 'application/x-amz-json-1.1' : 'text/xml' });
    response.end(sent);
  });

  function events(asked: Record<string, string | number>): Sent {
    const { logGroupName, startTime, filterPattern, nextToken = 0 } = asked;
    const { logged } = state;
    if (logged === undefined || logGroupName !== known.logGroup)
      return { status: 400, sent: JSON.stringify({ __type: 'ResourceNotFoundException' }) };
    if (typeof logged === 'string') return { status: 400, sent: JSON.stringify({ __type: logged }) };
    const found = logged
      .slice(Number(nextToken), Number(nextToken) + 1)
      .filter(([message, at]) => filterPattern === `{ $.message = "${message}" }` && at >= Number(startTime))
      .map(([message, timestamp]) => ({ message: JSON.stringify({ message }), timestamp }));
    const next = Number(nextToken) + 1;
    const more = next < logged.length ? { nextToken: String(next) } : {};
    return { sent: JSON.stringify({ events: found, ...more }) };
  }

  function members(asked: URLSearchParams): Sent {
    const { subscriptions } = state;
    const isThere =
      asked.get('Action') === 'ListSubscriptionsByTopic' && asked.get('TopicArn') === known.topic;
    if (subscriptions === undefined || !isThere) return { status: 404, sent: refused('NotFound') };
    if (typeof subscriptions === 'string') return { status: 403, sent: refused(subscriptions) };
    const at = Number(asked.get('NextToken') ?? 0);
    const found = subscriptions
      .slice(at, at + 1)
      .map((arn) => `<member><SubscriptionArn>${arn}</SubscriptionArn></member>`);
    const more = at + 1 < subscriptions.length ? `<NextToken>${at + 1}</NextToken>` : '';
    const result = `<Subscriptions>${found.join('')}</Subscriptions>${more}`;
    return {
      sent: `<ListSubscriptionsByTopicResponse><ListSubscriptionsByTopicResult>${result}</ListSubscriptionsByTopicResult></ListSubscriptionsByTopicResponse>`,
    };
  }

  return {
    state,
    close,
    environment: { AWS_ENDPOINT_URL_CLOUDWATCH_LOGS: url, AWS_ENDPOINT_URL_SNS: url },
  };
}

interface Sent {
  readonly status?: number;
  readonly sent: string;
}

const refused = (code: string): string =>
  `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>No.</Message></Error></ErrorResponse>`;
