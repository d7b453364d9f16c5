import type { Page } from 'playwright-core';
import type { Moment, World } from './moment.ts';
import { newest, press, request, say } from './moment.ts';

/** Who looks, where, and at a page of which size. */
type View = readonly [person: string, place: string, height?: number, width?: number];

/** What somebody sees once it is played. */
export const layout = (
  name: string,
  [person, place, height = 600, width = 1000]: View,
  play: Moment['play'],
): Moment => ({ name, person, place, width, height, play });

/** What a line of Ana is answered with, as soon as `shows` is in it. */
export const answered = (name: string, line: string, shows: string | RegExp, height = 800): Moment =>
  layout(name, ['ana', 'cloud-ops', height], (page) => answer(page, line, shows));

/** Sends a line, and waits for an answer with a text in it. */
export async function answer(page: Page, line: string, shows: string | RegExp): Promise<void> {
  await say(page, line);
  await newest(page).getByText(shows).first().waitFor();
}

export const dialog = (page: Page) => page.getByRole('dialog');

/** Presses a button of the modal. */
export const inDialog = (page: Page, button: string): Promise<void> =>
  dialog(page).getByRole('button', { name: button }).click();

/** Opens the review of the newest request. */
export async function review(page: Page): Promise<void> {
  await press(page, 'Review');
  await dialog(page).getByText('approved').first().waitFor();
}

/** Votes on the newest request, with a comment. */
export async function approve(page: Page, comment = 'Fine for the backup'): Promise<void> {
  await review(page);
  await dialog(page).getByLabel('Comment').fill(comment);
  await inDialog(page, 'Approve');
  await dialog(page).waitFor({ state: 'detached' });
}

/** Fills in a suggestion on the newest request; another button sends it. */
export async function fillSuggestion(page: Page): Promise<void> {
  await review(page);
  await inDialog(page, 'Suggest Changes…');
  await dialog(page).getByLabel('Source CIDR').fill('10.95.131.0/24');
  await dialog(page).getByLabel('Comment').fill('The backup host is in this range');
}

export async function suggest(page: Page): Promise<void> {
  await fillSuggestion(page);
  await inDialog(page, 'Send Suggestion');
  await newest(page).getByText('suggests').first().waitFor();
}

/** A request of Ana. Resolves to her window. */
export async function requested({ open }: World, line?: string): Promise<Page> {
  const ana = await open('ana', 'cloud-ops');
  await request(ana, line);
  return ana;
}
