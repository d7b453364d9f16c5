import type { Service } from '../cloud/index.ts';
import type { membersOf } from '../slack/client/members.ts';

interface LogInDependencies {
  isNewerTable(): Promise<boolean>;
  readonly members: Pick<ReturnType<typeof membersOf>, 'identify'>;
  readonly service: Pick<Service, 'login'>;
}

/**
 * Logs in to Slack and to the cloud API, unless the table belongs to a newer version. Runs in Lambda's init phase, which has more
 * CPU and no waiting user. Ignores failures: the job or call that needs a login tries again.
 */
export async function logIn({ isNewerTable, members, service }: LogInDependencies): Promise<void> {
  try {
    if (!(await isNewerTable().catch(() => false))) await Promise.all([members.identify(), service.login()]);
  } catch {}
}
