-- Months whose books were closed, each with its latest closing.
CREATE TABLE accounting_periods (
  site_id text COLLATE "C" NOT NULL REFERENCES sites (id),
  month text COLLATE "C" NOT NULL,
  state text NOT NULL,
  begins_at bigint NOT NULL,
  ends_at bigint NOT NULL,
  closed_at bigint NOT NULL,
  closed_by text NOT NULL,
  reopened_at bigint,
  reopened_by text,
  reopened_because text,
  sha256 text,
  PRIMARY KEY (site_id, month)
);
CREATE INDEX accounting_periods_being_closed ON accounting_periods (site_id, closed_at, month) WHERE state = 'closing';

-- The snapshot of a month: the file of each report, compressed, in parts.
CREATE TABLE period_reports (
  site_id text COLLATE "C" NOT NULL,
  month text COLLATE "C" NOT NULL,
  report text COLLATE "C" NOT NULL,
  sha256 text NOT NULL,
  bytes bigint NOT NULL,
  parts bigint NOT NULL,
  PRIMARY KEY (site_id, month, report),
  FOREIGN KEY (site_id, month) REFERENCES accounting_periods (site_id, month)
);
CREATE TABLE period_report_parts (
  site_id text COLLATE "C" NOT NULL,
  month text COLLATE "C" NOT NULL,
  report text COLLATE "C" NOT NULL,
  part bigint NOT NULL,
  content text NOT NULL,
  PRIMARY KEY (site_id, month, report, part),
  FOREIGN KEY (site_id, month) REFERENCES accounting_periods (site_id, month)
);

-- The moment before which the books of a site are closed.
ALTER TABLE sites ADD COLUMN books_closed_until bigint NOT NULL DEFAULT 0;

-- Due dates that invoices had until they were changed, for reports about earlier days.
CREATE TABLE due_date_changes (
  site_id text COLLATE "C" NOT NULL,
  invoice_id text COLLATE "C" NOT NULL,
  changed_at bigint NOT NULL,
  due_on bigint NOT NULL,
  PRIMARY KEY (site_id, invoice_id, changed_at),
  FOREIGN KEY (site_id, invoice_id) REFERENCES invoices (site_id, uuid)
);
