import * as z from 'zod';
import { exactly } from '../http/body-schema.ts';
import { message, ok, type Reply } from '../http/reply.ts';
import { routes } from '../http/routes.ts';
import { jobStatuses } from '../store/job-status.ts';
import { changedSettings } from '../store/settings.ts';
import type { Control } from './cloud-control.ts';
import { faultIn } from './cloud-faults.ts';

type Command = (control: Control, value: unknown) => void;

const milliseconds = z.int().nonnegative();
const latency = exactly({ ms: milliseconds, route: z.string().optional() });
const newPassword = exactly({ userName: z.string(), password: z.string().min(1) });
const jobAndStatus = exactly({ id: z.string(), status: z.enum(jobStatuses) });

/**
 * The control endpoint is cloud-control.ts over HTTP, without a login: docs/emulator.md has its requests and commands. An invalid
 * command is answered with 400 and a sentence; the commands before it have been carried out.
 */
const commands: Readonly<Record<string, Command>> = {
  set: (control, value) => control.set(changedSettings.parse(value)),
  latency: (control, value) => {
    const { ms, route } = latency.parse(value);
    control.latency(ms, route);
  },
  fail: (control, value) => {
    for (const failure of [value].flat()) control.fail(faultIn.parse(failure));
  },
  expireTokens: (control) => control.expireTokens(),
  changePassword: (control, value) => {
    const { userName, password } = newPassword.parse(value);
    control.changePassword(userName, password);
  },
  forceJob: (control, value) => {
    const { id, status } = jobAndStatus.parse(value);
    control.forceJob(id, status);
  },
  advance: (control, value) => control.advance(milliseconds.parse(value)),
  clearRequests: (control) => control.clearRequests(),
  reset: (control) => control.reset(),
};

export function isControlPath(path: string): boolean {
  return /^\/_control(\/|$)/.test(path);
}

export function answerControl(
  control: Control,
  method: string | undefined,
  path: string,
  text: string,
): Reply {
  switch (`${method} ${path.replace(/\/$/, '')}`) {
    case 'GET /_control':
      return ok(overview(control));
    case 'GET /_control/state':
      return ok(control.state());
    case 'GET /_control/requests':
      return ok(control.requests());
    case 'POST /_control':
      return runCommands(control, text);
    default:
      return message(
        404,
        'There are GET and POST /_control, GET /_control/state and GET /_control/requests.',
      );
  }
}

function runCommands(control: Control, text: string): Reply {
  try {
    for (const [name, value] of Object.entries(z.record(z.string(), z.unknown()).parse(JSON.parse(text)))) {
      const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
      if (!command) throw new TypeError(`no command ${name}; there are ${Object.keys(commands).join(', ')}`);
      command(control, value);
    }
    return ok(overview(control));
  } catch (error) {
    if (error instanceof z.ZodError) return message(400, z.prettifyError(error));
    if (error instanceof TypeError || error instanceof SyntaxError) return message(400, error.message);
    throw error;
  }
}

function overview(control: Control): object {
  return {
    settings: control.settings(),
    ...control.faults(),
    routes: routes.map(({ name, method, path }) => ({ name, method, path })),
  };
}
