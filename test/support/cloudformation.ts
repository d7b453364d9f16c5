import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '../../local/loopback/listen.ts';

type Values = Readonly<Record<string, string>>;

/** CloudFormation on loopback, with `describe-stacks` only. */
export interface CloudFormation {
  readonly url: string;
  /** Sets the outputs of its stack. */
  show(outputs: Values): void;
  close(): Promise<void>;
}

/** Starts CloudFormation with one stack, which is in one region. */
export async function startCloudFormation(stack: {
  readonly name: string;
  readonly region: string;
  readonly outputs: Values;
}): Promise<CloudFormation> {
  let { outputs } = stack;
  const { url, close } = await listenOnLoopback(async (request, response) => {
    const name = new URLSearchParams(await text(request)).get('StackName') ?? '';
    const isThere =
      name === stack.name && request.headers.authorization?.includes(`/${stack.region}/cloudformation/`);
    response.writeHead(isThere ? 200 : 400, { 'content-type': 'text/xml' });
    response.end(isThere ? described(name, outputs) : noStack(name));
  });
  return {
    url,
    close,
    show(other) {
      outputs = other;
    },
  };
}

const described = (name: string, outputs: Values): string => {
  const members = Object.entries(outputs).map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  const stack = `<StackName>${name}</StackName><Outputs>${members.join('')}</Outputs>`;
  return `<DescribeStacksResponse><DescribeStacksResult><Stacks><member>${stack}</member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
};

const noStack = (name: string): string =>
  `<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code><Message>Stack with id ${name} does not exist</Message></Error></ErrorResponse>`;
