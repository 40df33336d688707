-- Whether the evidence that was sent answers the dispute: that of an inquiry does not once the amount is withdrawn. Of
-- an open one it is not known, so that it is looked at again.
ALTER TABLE disputes ADD COLUMN answered boolean NOT NULL DEFAULT false;
UPDATE disputes SET answered = true WHERE evidence IS NOT NULL AND state <> 'open';
