-- Whether the evidence that was sent answers the dispute: that of an inquiry does not once the amount is withdrawn.
ALTER TABLE disputes ADD COLUMN answered boolean NOT NULL DEFAULT false;
UPDATE disputes SET answered = true WHERE evidence IS NOT NULL;
