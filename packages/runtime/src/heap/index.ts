export { collectHeap, keepHeapSmall } from './heap-growth';
