import { errorName } from '../../answer/user-error.ts';
import type { Change } from '../../change/model/change.ts';
import { hashOfPicture, isUploaded, lacksPicture, pictureOf } from '../../change/model/picture.ts';
import { markPictureShown, storePicture } from '../../change/transitions/pictures.ts';
import { isRateLimited } from '../../core/unavailable.ts';
import { pictureInWords } from '../../picture/picture-in-words.ts';
import type { PathPicture } from '../../picture/traffic-path.ts';
import type { PictureDependencies } from './lifecycle-dependencies.ts';

/**
 * Takes the picture of an open request one step further: draws and uploads it, or has the messages about the request show it, some time
 * later, since Slack takes no file in a message at once. Resolves to the request if these are to be edited now. A picture that can't be
 * drawn or uploaded leaves them without it. Rejects where the table does not answer.
 */
export async function showPicture(change: Change, deps: PictureDependencies): Promise<Change | undefined> {
  const picture = pictureOf(change);
  if (!picture || !lacksPicture(change)) return undefined;
  const of = hashOfPicture(picture);
  if (!isUploaded(change)) {
    const file = await uploaded(picture, change.id, deps);
    if (file !== 'later') await deps.changes.change(change.id, (current) => storePicture(current, of, file));
    return undefined;
  }
  const shown = await deps.changes.change(change.id, (current) => markPictureShown(current, of));
  return 'change' in shown ? shown.change : undefined;
}

/** Slack's id of the file; undefined if it could not be drawn or uploaded, "later" if a rate limit refused it. */
async function uploaded(
  picture: PathPicture,
  change: string,
  { drawPicture, messenger, log }: PictureDependencies,
): Promise<string | undefined> {
  try {
    const content = await drawPicture(picture);
    return await messenger.upload({ name: 'path.png', words: pictureInWords(picture), content });
  } catch (error) {
    log('picture not drawn', { change, error: errorName(error) });
    return isRateLimited(error) ? 'later' : undefined;
  }
}
