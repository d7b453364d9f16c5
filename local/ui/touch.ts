/** Whether this is a touch screen, where the focus on a field opens the keyboard over what is to be read. */
export const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches;
