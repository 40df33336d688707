-- Card types are stored in their display form. Clients could store any text, and brands without a name were `Unknown`:
-- those get the brand of their number's first digits, in the order of the longest prefix.
UPDATE billing_infos SET card_type = CASE replace(replace(replace(lower(card_type), ' ', ''), '_', ''), '-', '')
    WHEN 'visa' THEN 'Visa'
    WHEN 'master' THEN 'MasterCard'
    WHEN 'mastercard' THEN 'MasterCard'
    WHEN 'americanexpress' THEN 'American Express'
    WHEN 'amex' THEN 'American Express'
    WHEN 'discover' THEN 'Discover'
    WHEN 'diners' THEN 'Diners Club'
    WHEN 'dinersclub' THEN 'Diners Club'
    WHEN 'jcb' THEN 'JCB'
    WHEN 'maestro' THEN 'Maestro'
    WHEN 'unionpay' THEN 'UnionPay'
    WHEN 'elo' THEN 'Elo'
    WHEN 'hipercard' THEN 'Hipercard'
    WHEN 'tarjetanaranja' THEN 'Tarjeta Naranja'
    WHEN 'naranja' THEN 'Tarjeta Naranja'
    WHEN 'dankort' THEN 'Dankort'
    WHEN 'forbrugsforeningen' THEN 'Forbrugsforeningen'
    WHEN 'laser' THEN 'Laser'
    ELSE 'Unknown'
  END
  WHERE card_type IS NOT NULL;
UPDATE billing_infos SET card_type = CASE
    WHEN first_six IN ('401178', '401179', '431274', '438935', '451416', '457393', '457631', '457632', '504175')
      OR first_six IN ('627780', '636297', '636368')
      OR first_six BETWEEN '506699' AND '506778'
      OR first_six BETWEEN '509000' AND '509999'
      OR first_six BETWEEN '650031' AND '650033'
      OR first_six BETWEEN '650035' AND '650051'
      OR first_six BETWEEN '650405' AND '650439'
      OR first_six BETWEEN '650485' AND '650538'
      OR first_six BETWEEN '650541' AND '650598'
      OR first_six BETWEEN '650700' AND '650718'
      OR first_six BETWEEN '650720' AND '650727'
      OR first_six BETWEEN '650901' AND '650978'
      OR first_six BETWEEN '651652' AND '651679'
      OR first_six BETWEEN '655000' AND '655019'
      OR first_six BETWEEN '655021' AND '655058'
      THEN 'Elo'
    WHEN first_six = '606282' OR first_six LIKE '3841%' THEN 'Hipercard'
    WHEN first_six = '589562' THEN 'Tarjeta Naranja'
    WHEN first_six LIKE '62%' OR first_six BETWEEN '810000' AND '817199' THEN 'UnionPay'
    WHEN first_six LIKE '50%' OR first_six LIKE '56%' OR first_six LIKE '57%' OR first_six LIKE '58%'
      OR first_six LIKE '6%' THEN 'Maestro'
    ELSE card_type
  END
  WHERE card_type = 'Unknown' AND first_six IS NOT NULL;
