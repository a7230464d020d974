/** The screens on which a page is looked at. */

export const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true } as const;
export const LAPTOP = { viewport: { width: 1366, height: 768 } } as const;
