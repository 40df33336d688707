import type { WordsLanguage } from '../document-language.ts';
import { isolated } from '../isolated.ts';

/** The texts that holders of US bank accounts agree to: who may collect, what and when, and how to stop it. */
export const achAuthorizations = {
  en: (company: string) =>
    `By submitting this bank account, you authorize ${company} to debit it for what you owe ${company}, in the amounts and on the dates of your invoices, and to credit it to correct errors. This authorization stays in force until you revoke it: remove the account or store another payment method, or tell ${company} at least three business days before a debit. You can have a debit that you did not authorize reversed by your bank.`,
  de: (company: string) =>
    `Mit der Angabe dieses Bankkontos ermächtigen Sie ${company}, davon abzubuchen, was Sie ${company} schulden, in der Höhe und zum Datum Ihrer Rechnungen, und zur Berichtigung von Fehlern darauf gutzuschreiben. Die Ermächtigung gilt, bis Sie sie widerrufen: Entfernen Sie das Konto, hinterlegen Sie ein anderes Zahlungsmittel, oder informieren Sie ${company} mindestens drei Bankarbeitstage vor einer Abbuchung. Eine Abbuchung, zu der Sie nicht ermächtigt haben, können Sie bei Ihrer Bank zurückgeben.`,
  es: (company: string) =>
    `Al enviar esta cuenta bancaria, autoriza a ${company} a cargar en ella lo que deba a ${company}, por los importes y en las fechas de sus facturas, y a abonar en ella para corregir errores. La autorización vale hasta que la revoque: elimine la cuenta, guarde otra forma de pago o avise a ${company} al menos tres días hábiles antes de un cargo. Su banco puede devolverle un cargo que no haya autorizado.`,
  fr: (company: string) =>
    `En transmettant ce compte bancaire, vous autorisez ${company} à y prélever ce que vous devez à ${company}, aux montants et aux dates de vos factures, et à le créditer pour corriger des erreurs. L’autorisation vaut jusqu’à ce que vous la révoquiez\u00a0: supprimez le compte, enregistrez un autre moyen de paiement ou prévenez ${company} au moins trois jours ouvrables avant un prélèvement. Votre banque peut annuler un prélèvement que vous n’avez pas autorisé.`,
  it: (company: string) =>
    `Inviando questo conto bancario autorizza ${company} ad addebitarvi quanto deve a ${company}, per gli importi e alle date delle Sue fatture, e ad accreditarvi somme per correggere errori. L’autorizzazione vale finché non la revoca: rimuova il conto, registri un altro metodo di pagamento o avvisi ${company} almeno tre giorni lavorativi prima di un addebito. La Sua banca può stornare un addebito che non ha autorizzato.`,
  nl: (company: string) =>
    `Door deze bankrekening te versturen machtigt u ${company} om daarvan af te schrijven wat u ${company} verschuldigd bent, voor de bedragen en op de datums van uw facturen, en daarop bij te schrijven om fouten te herstellen. De machtiging geldt totdat u haar intrekt: verwijder de rekening, sla een andere betaalmethode op, of laat het ${company} minstens drie werkdagen voor een afschrijving weten. Uw bank kan een afschrijving terugdraaien waarvoor u geen machtiging gaf.`,
  pt: (company: string) =>
    `Ao enviar esta conta bancária, autoriza ${company} a debitar nela o que deva a ${company}, pelos montantes e nas datas das suas faturas, e a creditá-la para corrigir erros. A autorização vale até que a revogue: remova a conta, guarde outro meio de pagamento ou avise ${company} pelo menos três dias úteis antes de um débito. O seu banco pode reverter um débito que não tenha autorizado.`,
  'pt-BR': (company: string) =>
    `Ao enviar esta conta bancária, você autoriza ${company} a debitar dela o que deve a ${company}, nos valores e nas datas das suas faturas, e a creditá-la para corrigir erros. A autorização vale até que você a revogue: remova a conta, salve outra forma de pagamento ou avise ${company} pelo menos três dias úteis antes de um débito. Seu banco pode estornar um débito que você não autorizou.`,
  ja: (company: string) =>
    `この銀行口座を送信することにより、お客様は ${company} に対し、請求書の金額と日付に従って ${company} への債務をこの口座から引き落とすこと、および誤りを訂正するために入金することを承認します。この承認は、お客様が撤回するまで有効です。撤回するには、口座を削除するか、別のお支払い方法を登録するか、引き落としの3銀行営業日前までに ${company} にお知らせください。承認していない引き落としは、銀行に依頼して取り消すことができます。`,
  pl: (company: string) =>
    `Przesyłając ten rachunek bankowy, upoważniają Państwo firmę ${company} do obciążania go należnościami na rzecz firmy ${company}, w kwotach i terminach podanych na fakturach, oraz do uznawania go w celu korekty błędów. Upoważnienie obowiązuje do odwołania: można usunąć rachunek, zapisać inną metodę płatności lub powiadomić firmę ${company} co najmniej trzy dni robocze przed obciążeniem. Obciążenie, na które nie udzielono upoważnienia, bank może cofnąć.`,
  sv: (company: string) =>
    `Genom att skicka in det här bankkontot ger du ${company} rätt att debitera det för vad du är skyldig ${company}, med de belopp och på de datum som står på dina fakturor, och att kreditera det för att rätta fel. Medgivandet gäller tills du återkallar det: ta bort kontot, spara ett annat betalningssätt eller meddela ${company} minst tre bankdagar före en debitering. En debitering som du inte har medgett kan du få återförd av din bank.`,
  ar: (company: string) =>
    isolated`بإرسال هذا الحساب المصرفي فإنك تفوّض ${company} بأن تخصم منه ما هو مستحق عليك لصالح ${company}، بالمبالغ وفي التواريخ المبيّنة في فواتيرك، وأن تودع فيه لتصحيح الأخطاء. يبقى هذا التفويض ساريًا حتى تلغيه: أزل الحساب أو احفظ وسيلة دفع أخرى أو أبلغ ${company} قبل الخصم بثلاثة أيام عمل على الأقل. يمكنك أن تطلب من مصرفك رد أي خصم لم تفوّض به.`,
  'zh-Hans': (company: string) =>
    `提交此银行账户，即表示您授权 ${company} 按您账单上的金额和日期从该账户扣除您应付给 ${company} 的款项，并为更正错误向该账户入账。此授权在您撤销之前一直有效：您可以移除该账户、保存其他付款方式，或在扣款前至少三个银行工作日通知 ${company}。对于未经您授权的扣款，您可以通过银行要求退回。`,
  'zh-Hant': (company: string) =>
    `提交此銀行帳戶，即表示您授權 ${company} 依您帳單上的金額與日期，自該帳戶扣除您應付給 ${company} 的款項，並為更正錯誤將款項存入該帳戶。此授權在您撤銷之前持續有效：您可以移除該帳戶、儲存其他付款方式，或於扣款前至少三個銀行營業日通知 ${company}。未經您授權的扣款，您可以透過銀行要求退回。`,
  ko: (company: string) =>
    `이 은행 계좌를 제출하면 ${company}이(가) 청구서의 금액과 날짜에 따라 고객님이 ${company}에 지불해야 할 금액을 이 계좌에서 출금하고, 오류를 바로잡기 위해 입금하는 것을 승인하게 됩니다. 이 승인은 철회할 때까지 유효합니다. 철회하려면 계좌를 삭제하거나 다른 결제 수단을 저장하거나, 출금일로부터 최소 3영업일 전에 ${company}에 알려 주세요. 승인하지 않은 출금은 은행을 통해 취소할 수 있습니다.`,
  tr: (company: string) =>
    `Bu banka hesabını göndererek, ${company} şirketine olan borçlarınızın, faturalarınızdaki tutarlar ve tarihlerde ${company} tarafından bu hesaptan tahsil edilmesine ve hataların düzeltilmesi için bu hesaba ödeme yapılmasına yetki verirsiniz. Bu yetki siz geri alana kadar geçerlidir: hesabı kaldırın, başka bir ödeme yöntemi kaydedin veya tahsilattan en az üç iş günü önce ${company} şirketine bildirin. Yetki vermediğiniz bir tahsilatı bankanıza iade ettirebilirsiniz.`,
  he: (company: string) =>
    isolated`בשליחת חשבון בנק זה הינך מרשה ל־${company} לחייב אותו בסכומים המגיעים ממך ל־${company}, לפי הסכומים והתאריכים שבחשבוניות, ולזכות אותו לצורך תיקון טעויות. ההרשאה תקפה עד לביטולה: אפשר להסיר את החשבון, לשמור אמצעי תשלום אחר או להודיע ל־${company} לפחות שלושה ימי עסקים לפני חיוב. אפשר לבקש מהבנק להשיב חיוב שלא הורשה.`,
  da: (company: string) =>
    `Ved at indsende denne bankkonto giver du ${company} tilladelse til at trække det, du skylder ${company}, med de beløb og på de datoer, der står på dine fakturaer, og til at indsætte beløb for at rette fejl. Tilladelsen gælder, indtil du tilbagekalder den: fjern kontoen, gem en anden betalingsmetode, eller giv ${company} besked mindst tre bankdage før en trækning. En trækning, du ikke har givet tilladelse til, kan du få tilbageført af din bank.`,
  nb: (company: string) =>
    `Ved å sende inn denne bankkontoen gir du ${company} fullmakt til å trekke det du skylder ${company}, med beløpene og på datoene i fakturaene dine, og til å godskrive kontoen for å rette feil. Fullmakten gjelder til du trekker den tilbake: fjern kontoen, lagre en annen betalingsmåte, eller si fra til ${company} minst tre virkedager før et trekk. Et trekk du ikke har gitt fullmakt til, kan du få tilbakeført av banken din.`,
  fi: (company: string) =>
    `Lähettämällä tämän pankkitilin valtuutat yrityksen ${company} veloittamaan siltä sen, mitä olet velkaa yritykselle ${company}, laskujesi mukaisin summin ja päivin, sekä hyvittämään tiliä virheiden korjaamiseksi. Valtuutus on voimassa, kunnes peruutat sen: poista tili, tallenna toinen maksutapa tai ilmoita siitä yritykselle ${company} vähintään kolme pankkipäivää ennen veloitusta. Voit pyytää pankkiasi palauttamaan veloituksen, jota et ole valtuuttanut.`,
  cs: (company: string) =>
    `Odesláním tohoto bankovního účtu opravňujete společnost ${company} strhávat z něj, co společnosti ${company} dlužíte, v částkách a termínech uvedených na vašich fakturách, a připisovat na něj částky k opravě chyb. Oprávnění platí, dokud je neodvoláte: účet odstraňte, uložte jiný způsob platby nebo dejte společnosti ${company} vědět nejméně tři pracovní dny před stržením. Stržení, ke kterému jste nedali oprávnění, vám banka může vrátit.`,
  el: (company: string) =>
    `Με την υποβολή αυτού του τραπεζικού λογαριασμού εξουσιοδοτείτε την ${company} να τον χρεώνει για όσα οφείλετε στην ${company}, με τα ποσά και στις ημερομηνίες των τιμολογίων σας, και να τον πιστώνει για τη διόρθωση σφαλμάτων. Η εξουσιοδότηση ισχύει μέχρι να την ανακαλέσετε: αφαιρέστε τον λογαριασμό, αποθηκεύστε άλλον τρόπο πληρωμής ή ενημερώστε την ${company} τουλάχιστον τρεις εργάσιμες ημέρες πριν από μια χρέωση. Μπορείτε να ζητήσετε από την τράπεζά σας να αντιστρέψει μια χρέωση που δεν εξουσιοδοτήσατε.`,
} satisfies Record<WordsLanguage, (company: string) => string>;
