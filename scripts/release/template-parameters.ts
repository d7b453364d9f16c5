/** A parameter of a released template, and what stands in its place while osls packages. */
export interface TemplateParameter {
  /** The parameter of serverless.yml whose value it replaces. */
  readonly replaces: string;
  /** A value that nothing else in a template has. osls checks some, and takes no reference to a parameter. */
  readonly standIn: string;
  /** As CloudFormation declares a parameter. Without a default it has to be given. */
  readonly declared: Readonly<Record<string, string | number | readonly (string | number)[]>>;
}

/** The values that CloudWatch Logs accepts. */
const days = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];

const topicOr = (own: string) => ({
  Type: 'String',
  Default: own,
  AllowedPattern: `^(${own}|arn:aws[a-z-]*:sns:.+)$`,
  ConstraintDescription: `must be the ARN of an SNS topic, or ${own}`,
});

const idsOf = (kind: string, of: string) => ({
  Type: 'String',
  Default: '',
  AllowedPattern: `^(${kind}-[0-9a-z]+(,${kind}-[0-9a-z]+)*)?$`,
  ConstraintDescription: `must be ids of ${of}, separated by commas, or empty`,
});

/** The parameters of a released template whose values osls would put into it, by name. docs/install.md explains each. */
export const templateParameters: Readonly<Record<string, TemplateParameter>> = {
  Service: {
    replaces: 'service',
    standIn: 'https://zz0service0.invalid',
    declared: {
      Type: 'String',
      AllowedPattern: '^https?://.+$',
      Description: 'Base URL of the cloud API',
    },
  },
  Command: {
    replaces: 'command',
    standIn: '/zz0command0',
    declared: {
      Type: 'String',
      Default: '/cloud',
      AllowedPattern: '^/[a-z0-9_-]{1,31}$',
      Description: 'The slash command of the Slack app',
    },
  },
  Email: {
    replaces: 'email',
    standIn: 'zz0email0@skydesk.invalid',
    declared: { Type: 'String', Default: '', Description: 'Recipient of alarms and warnings; none if empty' },
  },
  AlarmsTopicArn: {
    replaces: 'alarms',
    standIn: 'arn:aws:sns:us-east-1:000000000000:zz0alarms0',
    declared: { ...topicOr('own'), Description: 'The topic of the alarms that wake somebody' },
  },
  WarningsTopicArn: {
    replaces: 'warnings',
    standIn: 'arn:aws:sns:us-east-1:000000000000:zz0warnings0',
    declared: { ...topicOr('own'), Description: 'The topic of the alarms that can wait until the morning' },
  },
  Boundary: {
    replaces: 'boundary',
    standIn: 'arn:aws:iam::000000000000:policy/zz0boundary0',
    declared: {
      Type: 'String',
      Default: '',
      AllowedPattern: '^(arn:aws[a-z-]*:iam::.*:policy/.+)?$',
      ConstraintDescription: 'must be the ARN of a policy, or empty',
      Description: 'A policy that limits each role of the stack: its permissions boundary',
    },
  },
  ExistingTable: {
    replaces: 'table',
    standIn: 'zz0table0',
    declared: {
      Type: 'String',
      Default: '',
      Description: 'A table that was restored, or kept from a removed stack, in place of the stack’s own',
    },
  },
  RestoredAt: {
    replaces: 'restored',
    standIn: '2001-02-03T04:05:06Z',
    declared: {
      Type: 'String',
      Default: '',
      AllowedPattern: '^(.+T.*(Z|[+-][0-9]{2}:[0-9]{2}))?$',
      Description: 'The time to which that table was restored, such as 2026-11-21T09:00:00Z',
    },
  },
  LogDays: {
    replaces: 'logDays',
    standIn: '3288',
    declared: { Type: 'Number', Default: 90, AllowedValues: days, Description: 'Retention of logs, in days' },
  },
  McpRate: {
    replaces: 'mcpRate',
    standIn: '0.123',
    declared: {
      Type: 'Number',
      Default: 0.5,
      Description: 'Requests a second that agents may send to /mcp, and as many to /run',
    },
  },
  OmittedChoices: {
    replaces: 'omittedChoices',
    standIn: 'zz0choices0',
    declared: {
      Type: 'String',
      Default: '',
      Description: 'The choices that forms leave out, such as for=15m',
    },
  },
  Subnets: {
    replaces: 'subnets',
    standIn: 'subnet-zz0subnets0',
    declared: {
      ...idsOf('subnet', 'subnets'),
      Description: 'The private network of the worker, with SecurityGroups; none if empty',
    },
  },
  SecurityGroups: {
    replaces: 'securityGroups',
    standIn: 'sg-zz0groups0',
    declared: {
      ...idsOf('sg', 'security groups'),
      Description: 'The security groups of the worker in that network',
    },
  },
  HttpsProxy: {
    replaces: 'httpsProxy',
    standIn: 'http://zz0proxy0.invalid:3128',
    declared: {
      Type: 'String',
      Default: '',
      NoEcho: 'true',
      Description: 'The proxy through which the worker calls the cloud API and Slack',
    },
  },
  NoProxy: {
    replaces: 'noProxy',
    standIn: 'zz0direct0',
    declared: {
      Type: 'String',
      Default: '',
      Description: 'The hosts that the worker calls without the proxy',
    },
  },
  Configuration: {
    replaces: 'configuration',
    standIn: 'arn:aws:lambda:us-east-1:000000000000:layer:zz0configuration0:1',
    declared: {
      Type: 'String',
      Default: '',
      AllowedPattern: '^(arn:aws[a-z-]*:lambda:.+:layer:.+:[0-9]+)?$',
      ConstraintDescription: 'must be the ARN of a version of a layer, or empty',
      Description: 'A layer with a policy, runbooks and certificates of your own; the shipped ones if empty',
    },
  },
  PolicySha256: {
    replaces: 'policySha256',
    standIn: 'zz0policy0',
    declared: {
      Type: 'String',
      Default: '',
      AllowedPattern: '^([0-9a-f]{64})?$',
      Description: 'The SHA-256 of the policy in that layer',
    },
  },
  KeepWarm: {
    replaces: 'keepWarm',
    // Nothing to find: osls makes ENABLED of it, which the health check has as well. The rules are known by what they send.
    standIn: 'true',
    declared: {
      Type: 'String',
      Default: 'true',
      AllowedValues: ['true', 'false'],
      Description: 'Whether schedules keep one receiver and one worker warm',
    },
  },
};
