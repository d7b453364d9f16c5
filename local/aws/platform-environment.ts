import { randomUUID } from 'node:crypto';
import path from 'node:path';

/** Returns the variables that Lambda sets, and the few that every process needs to start. */
export function platformEnvironment(name: string, bundle: string, region: string): Record<string, string> {
  const directory = path.dirname(bundle);
  return {
    PATH: process.env.PATH ?? '',
    HOME: directory,
    LANG: 'en_US.UTF-8',
    TZ: ':UTC',
    _HANDLER: `${path.basename(bundle, '.js')}.handler`,
    LAMBDA_TASK_ROOT: directory,
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '512',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: `local/[$LATEST]${randomUUID().replaceAll('-', '')}`,
  };
}
