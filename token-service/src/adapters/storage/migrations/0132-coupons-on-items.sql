-- The items that a coupon takes something off, besides its plans and other charges.
ALTER TABLE coupons ADD COLUMN applies_to_all_items boolean NOT NULL DEFAULT false;
ALTER TABLE coupons ADD COLUMN item_codes text NOT NULL DEFAULT '[]';
