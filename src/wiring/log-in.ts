import type { Service } from '../cloud/index.ts';
import type { membersOf } from '../slack/client/members.ts';

interface LogInDependencies {
  isNewerTable(): Promise<boolean>;
  readonly members: Pick<ReturnType<typeof membersOf>, 'identify'>;
  readonly service: Pick<Service, 'login'>;
}

/**
 * Logs in to Slack and to the cloud API, unless the table belongs to a newer version. Lambda's init phase has more CPU and no user is
 * waiting. A failure is ignored: the job or call that needs a login tries again.
 */
export async function logIn({ isNewerTable, members, service }: LogInDependencies): Promise<void> {
  try {
    if (!(await isNewerTable().catch(() => false))) await Promise.all([members.identify(), service.login()]);
  } catch {}
}
