/** Whether this is a touch screen: there, focusing a field opens the keyboard over the text to read. */
export const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches;
