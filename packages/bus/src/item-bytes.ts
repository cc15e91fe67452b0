/** Memory that a handler uses for an item in addition to its text: objects, rows, stamps, sums. Measured at 3 to 5 KB. */
export const ITEM_BYTES = 4096;
