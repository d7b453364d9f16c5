import { emoji } from '../../../text/emoji-names.ts';

/** An emoji by its shortcode; an unknown one is shown as the shortcode. */
export function Emoji({ name }: { name: string }) {
  const character = emoji(name);
  if (character.startsWith(':')) return <>{character}</>;
  const words = name.replace(/::skin-tone-\d$/, '').replaceAll('_', ' ');
  return (
    <span className="bk-emoji" role="img" aria-label={words} title={`:${name}:`}>
      {character}
    </span>
  );
}
