export { collectHeap, keepHeapSmall, makeRoom } from './heap-growth';
