import type { ChallengeTexts } from './texts.ts';

export const zhHans: ChallengeTexts = {
  title: '确认付款',
  ask: '您的银行需要确认是您本人操作。请按以下步骤操作；完成之前不会扣款。',
  bank: '银行页面',
  wait: '正在连接您的银行…',
  checking: '正在向您的银行查询…',
  failed: '您的银行没有确认这笔付款。您没有被扣款。请重试，或使用其他卡。',
  gone: '这笔付款已无法在此确认。您没有被扣款。请返回并重新付款。',
  timeout: '付款未在十分钟内得到确认。您没有被扣款。请返回并重新付款。',
  pending: '您的银行尚未响应。您没有被扣款。请稍后重试。',
  offline: '支付服务没有响应。请检查您的网络连接，然后重试。',
  alone: '此页面是付款流程的一部分。请返回您之前的页面。',
  close: '取消并返回',
  back: '返回付款',
  again: '重试',
  restart: '没有反应？重新加载页面',
  returned: '您已从银行页面返回。请关闭此窗口，并在付款页面继续操作。',
};
