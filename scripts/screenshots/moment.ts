import type { Page } from 'playwright-core';
import type { Skydesk } from '../../local/skydesk.ts';

export interface World {
  open(person: string, place: string): Promise<Page>;
  readonly skydesk: Pick<Skydesk, 'settled' | 'inspector' | 'time'>;
}

/**
 * A person, a place, and the size of the page in CSS pixels. A place is a channel, `skydesk` or `slackbot` for a direct message with
 * them, `home` for Skydesk's Home tab.
 */
type View = readonly [person: string, place: string, height?: number, width?: number];

/** A picture, and the steps that lead to it. They reject if a button or text does not appear. */
export interface Moment {
  readonly name: string;
  readonly person: string;
  readonly place: string;
  readonly size: { readonly width: number; readonly height: number };
  play(page: Page, world: World): Promise<unknown>;
}

export const moment = (
  name: string,
  [person, place, height = 600, width = 1000]: View,
  play: Moment['play'],
): Moment => ({ name, person, place, size: { width, height }, play });

/** A firewall change that needs two approvals. */
const wideFirewall =
  '/cloud firewall create de1 va1 source=10.0.0.0/8 destination=10.1.0.0/24 peer=ACDV why="Nightly backup" ticket=OPS-17';

export async function say(page: Page, line: string): Promise<void> {
  const composer = page.getByRole('combobox', { name: /^Message/ });
  await composer.fill(line);
  await composer.press('Escape');
  await composer.press('Enter');
}

export async function answer(page: Page, line: string, shows: string): Promise<void> {
  await say(page, line);
  await newest(page).getByText(shows).first().waitFor();
}

export const newest = (page: Page) => page.getByRole('article', { name: /^Skydesk/ }).last();

/** Waits for the picture of the newest request, which is drawn a few seconds after its card. */
export async function pictured(page: Page, { skydesk }: Pick<World, 'skydesk'>): Promise<void> {
  await skydesk.settled({ delayed: true });
  const picture = newest(page).getByRole('img', { name: / to / });
  await picture.waitFor();
  await picture.evaluate(
    (image) => 'decode' in image && typeof image.decode === 'function' && image.decode(),
  );
}

export const press = (page: Page, button: string): Promise<void> =>
  newest(page).getByRole('button', { name: button }).first().click();

export async function run(page: Page, line: string, button: string): Promise<void> {
  await say(page, line);
  await press(page, button);
  await newest(page).getByRole('button', { name: button }).waitFor({ state: 'detached' });
}

/** Requests a firewall change that others have to approve. */
export const request = (page: Page): Promise<void> => run(page, wideFirewall, 'Request Approval');
