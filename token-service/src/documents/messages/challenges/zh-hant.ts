import type { ChallengeTexts } from './texts.ts';

export const zhHant: ChallengeTexts = {
  title: '確認付款',
  ask: '您的銀行需要確認是您本人操作。請依下列步驟操作；完成之前不會扣款。',
  bank: '銀行頁面',
  wait: '正在連線到您的銀行…',
  checking: '正在向您的銀行查詢…',
  failed: '您的銀行沒有確認這筆付款。您沒有被扣款。請再試一次，或使用其他卡片。',
  gone: '這筆付款已無法在此確認。您沒有被扣款。請返回並重新付款。',
  timeout: '付款未在十分鐘內獲得確認。您沒有被扣款。請返回並重新付款。',
  pending: '您的銀行尚未回應。您沒有被扣款。請稍後再試。',
  offline: '付款服務沒有回應。請檢查您的網路連線，然後再試一次。',
  alone: '此頁面是付款流程的一部分。請返回您先前的頁面。',
  close: '取消並返回',
  back: '返回付款',
  again: '再試一次',
  restart: '沒有反應？重新載入頁面',
  returned: '您已從銀行頁面返回。請關閉此視窗，並在付款頁面繼續操作。',
};
