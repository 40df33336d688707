import { memoryWindow } from './memory-window.ts';
import { behavesLikeARequestWindow } from './request-window.contract.ts';

behavesLikeARequestWindow(memoryWindow);
