import type { ApprovalKind } from '@service/billing/domain/approvals/approval.ts';
import type { Permission } from '@service/billing/domain/operators/permissions.ts';
import { refusesCardNumbers } from '@service/billing/resources/site.ts';
import { containsCardNumber } from '@service/billing/values/card/find.ts';
import { Failure, Invalid, type Issue, Refusals } from '@service/billing/values/failure.ts';
import type { Markup } from '../../documents/html.ts';
import { english } from '../../documents/messages/en/index.ts';
import type { Form } from '../../http/bodies/form.ts';
import { fieldsOf } from '../../http/query.ts';
import { OperatorTrouble } from '../../runtime/operator-trouble.ts';
import { consoleFailureWords } from './parts/failure-words.ts';
import { moneyOf } from './parts/figures.ts';
import { type FilledForm, fittedToPage, type Problems } from './parts/filled.ts';
import { noticeParameter } from './parts/notice.ts';
import { showPage } from './parts/shell.ts';
import { type ConsolePage, type ConsoleStep, type ConsoleVisit, consoleVisitOf, sentForm } from './visit.ts';

/** One address of the console. Menus, links and the matrix of roles follow from its permission. */
export interface ConsoleRoute {
  readonly method: 'get' | 'post';
  /** The path without the prefix of the site. */
  readonly path: string;
  /** For the log: `console invoice refund`. */
  readonly name: string;
  /** `signed in`: every operator with a role at the site. */
  readonly permission: Permission | 'signed in';
  /** Whether the operator must have proved who they are within the last five minutes. */
  readonly fresh?: boolean;
  /** Fields that the form is filled with again after that proof. Addresses have them, so none is a credential. */
  readonly keeps?: readonly string[];
  /** The most bytes of the files of its form; undefined: it takes none. */
  readonly uploads?: number | undefined;
  /** The money that the form at this address moves. */
  readonly moves?: MoneyForm;
  /** The money for which `MONEY_PROOFS` asks for a proof. */
  readonly money?: ProvedMoney | undefined;
  readonly run: ConsoleStep;
}

/** The money of a form: more than a limit needs a fresh proof of identity. */
export interface ProvedMoney {
  /** Returns the cents that the form would move; undefined if none. Throws what the form would say is wrong. */
  readonly amountOf: (ctx: ConsolePage, visit: ConsoleVisit, form: Form) => Promise<number | undefined>;
  /** Returns what the form is filled with again after the operator has proved who they are. */
  readonly keptOf: (ctx: ConsolePage, visit: ConsoleVisit, form: Form) => Promise<Form> | Form;
}

/** A form that moves money, which another operator may have to approve. */
export interface MoneyForm {
  /** The action, which has its permission in `APPROVAL_PERMISSIONS`. */
  readonly kind: ApprovalKind;
  /** The parameter of the address that names the record. */
  readonly parameter: string;
  /** Returns what the form would move; undefined if it moves nothing, or cannot be carried out. */
  readonly movedBy: (subject: string, visit: ConsoleVisit, form: Form) => Promise<MovedMoney | undefined>;
  /** Returns what the form is filled with again after the operator has proved who they are. */
  readonly valuesOf: (subject: string, visit: ConsoleVisit, form: Form) => Promise<Form> | Form;
  readonly carryOut: (subject: string, visit: ConsoleVisit, form: Form) => Promise<CarriedOut>;
}

export interface MovedMoney {
  readonly amount_in_cents: number;
  readonly currency: string;
  readonly account_code: string;
}

/** A page that only reads. */
export const readingPage = (
  path: string,
  name: string,
  permission: ConsoleRoute['permission'],
  run: ConsoleStep,
): ConsoleRoute => ({ method: 'get', path, name: `console ${name}`, permission, run });

const NO_PROBLEMS: Problems = { fields: {} };

export interface FormPageContent {
  readonly title: string;
  /** The page that the operator came from. */
  readonly back: { readonly href: string; readonly label: string };
  readonly content: readonly Markup[];
}

/** The outcome of a form, and the page that shows it. */
export interface CarriedOut {
  /** The path without the prefix of the site. */
  readonly to: string;
  /** Says what happened and what the customer was told, in sentences. */
  readonly notice: string;
}

export interface FormPage {
  /** The path without the prefix of the site. The form is shown at this address, and sent to it. */
  readonly path: string;
  readonly name: string;
  readonly permission: Permission;
  readonly fresh?: boolean;
  readonly keeps?: readonly string[];
  /** The most bytes of its files; undefined: it takes none. */
  readonly uploads?: number | undefined;
  readonly money?: ProvedMoney | undefined;
  /** Throws `not_found` for a record that does not exist. */
  readonly ask: (ctx: ConsolePage, visit: ConsoleVisit, filled: FilledForm) => Promise<FormPageContent>;
  /**
   * Carries out what the form asks for. A `Failure`, `Invalid` or `FormProblem` that it throws is shown in the form,
   * which keeps what was typed. A `StaleRecord` says that the record has changed meanwhile. Returns undefined if it has
   * answered with a page of its own: one that shows a credential, which no address may contain.
   */
  readonly carryOut: (ctx: ConsolePage, visit: ConsoleVisit, form: Form) => Promise<CarriedOut | undefined>;
}

/** Says what is wrong in a form. */
export class FormProblem extends Error {
  readonly problems: Problems;
  constructor(form: string | undefined, fields: Readonly<Record<string, string>> = {}, details?: Markup) {
    super('a form cannot be carried out');
    this.problems = { form, fields, details };
  }
}

/** The two routes of a form: the page that asks, and what carries it out. */
export const formPage = ({
  path,
  name,
  permission,
  fresh = false,
  keeps = [],
  uploads,
  money,
  ask,
  carryOut,
}: FormPage): ConsoleRoute[] => {
  const common = { path, permission, fresh, keeps };
  const show = async (ctx: ConsolePage, filled: FilledForm, status: number): Promise<void> => {
    const visit = consoleVisitOf(ctx);
    const labelled = { ...filled, labels: new Map<string, string>() };
    const made = await ask(ctx, visit, labelled);
    const fitted = fittedToPage(labelled);
    const { title, back, content } = fitted ? await ask(ctx, visit, fitted) : made;
    showPage(ctx, { title, back }, content, status);
  };
  return [
    {
      ...common,
      method: 'get',
      name: `console ${name}`,
      run: (ctx) => show(ctx, { values: queryOf(ctx), problems: NO_PROBLEMS }, 200),
    },
    {
      ...common,
      method: 'post',
      uploads,
      money,
      name: `console ${name}`,
      async run(ctx) {
        const visit = consoleVisitOf(ctx);
        const values = sentForm(ctx);
        try {
          refuseCardNumbers(visit, values);
          const done = await carryOut(ctx, visit, values);
          if (done) continueTo(ctx, `${visit.prefix}${done.to}`, done.notice);
        } catch (error) {
          const problems = problemsOf(error);
          if (!problems) throw error;
          ctx.state.symbol = error instanceof Failure ? error.symbol : 'invalid';
          await show(ctx, { values, problems }, error instanceof StaleRecord ? 409 : 422);
        }
      },
    },
  ];
};

/** Fields that the console itself fills in. */
const OWN_FIELDS = ['form_key', 'form_id'];

/** A phone number has up to 15 digits, and may look like a shorter card number. */
const LEAST_DIGITS_OF_PHONES = 16;
const shortestIn = (name: string): number | undefined => (name.includes('phone') ? LEAST_DIGITS_OF_PHONES : undefined);

/** The digits of an account number may look like a card number. */
const isIban = (name: string, value: string): boolean => name.includes('iban') && /^\s*[A-Za-z]{2}\d{2}/.test(value);

/** Throws `FormProblem` for fields with a card number, which nothing stores, and no address repeats. */
const refuseCardNumbers = ({ site }: Pick<ConsoleVisit, 'site'>, form: Form): void => {
  if (!refusesCardNumbers(site)) return;
  const named = Object.entries(form).filter(
    ([name, value]) =>
      value !== undefined &&
      !OWN_FIELDS.includes(name) &&
      !isIban(name, value) &&
      containsCardNumber(value, shortestIn(name)),
  );
  if (named.length === 0) return;
  const fields = Object.fromEntries(named.map(([name]) => [name, 'Leave the card number out.']));
  throw new FormProblem('Leave the card number out. Nothing was changed.', fields);
};

/** The money of a form may still move: its gateway has not answered. */
export class MoneyUnderWay extends FormProblem {}

/** A record that a form edits has changed since the page was made. The page shows the new value, and asks again. */
export class StaleRecord extends FormProblem {
  override readonly problems: Problems;
  constructor(form: string, fields: Readonly<Record<string, string>> = {}) {
    super(form, fields);
    this.problems = { form, fields, stale: true };
  }
}

/** Continues at another page after a form, which says what happened. */
export const continueTo = (ctx: ConsolePage, to: string, notice?: string): void => {
  const visit = ctx.state.visit;
  const address = notice && visit ? `${to}${to.includes('?') ? '&' : '?'}${noticeParameter(visit, notice)}` : to;
  ctx.status = 303;
  ctx.redirect(address);
  ctx.body = '';
};

/** The fields of the query, to fill a form with. */
export const queryOf = (ctx: Pick<ConsolePage, 'querystring'>): Form =>
  Object.fromEntries([...fieldsOf(ctx.querystring)].map(([name, value]) => [name, value.trim() || undefined]));

const NOT_SHOWN = ['not_found', 'https_required', 'too_many_requests', 'read_only', 'service_unavailable'];

/**
 * Returns what a page says of an error that a form can show; undefined for any other. `currency`: that of its amounts,
 * whose bounds are said in it.
 */
export const problemsOf = (error: unknown, currency?: string): Problems | undefined => {
  if (error instanceof FormProblem) return error.problems;
  if (error instanceof Refusals) {
    const all = error.all.map((each) => problemsOf(each, currency));
    return {
      form: all.map((each) => each?.form).join(' '),
      fields: Object.assign({}, ...all.map((each) => each?.fields)),
      subjects: Object.assign({}, ...all.map((each) => each?.subjects)),
    };
  }
  if (error instanceof Invalid) {
    const fields = Object.fromEntries(error.issues.map((issue) => [nameIn(issue), sentenceOf(issue, currency)]));
    const subjects = Object.fromEntries(error.issues.map((issue) => [nameIn(issue), subjectOf(nameIn(issue))]));
    return { form: Object.values(fields).join(' '), fields, subjects };
  }
  if (error instanceof Failure && !NOT_SHOWN.includes(error.symbol)) {
    return { form: [consoleFailureWords(error), error.details].filter(Boolean).join(' '), fields: {} };
  }
  // Such as a setting of the service that is missing: nothing typed here is wrong, and the sentence says what is.
  if (error instanceof OperatorTrouble) return { form: error.message.replaceAll(/\s+/g, ' '), fields: {} };
  return undefined;
};

/** The position of one of several values, which are typed into one field. */
const POSITION = /\[(\d+)\]$/;

/** `account.address.country` → `country`. */
const lastPart = (field: string): string => field.split('.').at(-1) ?? field;

/** `account.emails[1]` → `emails`. */
const nameIn = ({ field }: Issue): string => lastPart(field).replace(POSITION, '');

/** `unit_amount_in_cents` → `Unit amount`. */
const subjectOf = (name: string): string => {
  const words = name.replace(/_in_cents$/, '').replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

/** `Email can't be blank.` */
const sentenceOf = (issue: Issue, currency: string | undefined): string => {
  const subject = subjectOf(nameIn(issue));
  const [, index] = POSITION.exec(issue.field) ?? [];
  const isAmount = issue.field.endsWith('_in_cents') && issue.count !== undefined && currency !== undefined;
  const words = isAmount
    ? english.issue(issue).replace(String(issue.count), moneyOf(issue.count, currency))
    : english.issue(issue);
  if (subject === 'Base') return `${words}.`;
  return `${subject}${index === undefined ? '' : `, number ${Number(index) + 1},`} ${words}.`;
};
