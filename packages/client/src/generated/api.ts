/** Types of the API, written by `npm run generate` with openapi-typescript. Change the operations of the server. */

export interface paths {
    "/oauth/token": {
        parameters: {
        };
        /**
         * Get an access token
         * @description OAuth 2.0 client credentials, in the form body or by HTTP Basic. A token lasts 3600 seconds; keep it and ask for the next one a few minutes early. At most 60 requests an hour for each client and address; refused ones count too.
         */
        post: operations["createToken"];
    };
    "/.well-known/oauth-authorization-server": {
        parameters: {
        };
        /**
         * How to get an access token, for programs
         * @description The metadata of the authorization server (RFC 8414), by which OAuth libraries configure themselves. Plain JSON without credentials, which may be cached for an hour.
         */
        get: operations["getAuthorizationServer"];
    };
    "/api/v1/currencies/rates/latest": {
        parameters: {
        };
        /**
         * The latest currency rates
         * @description One rate for each pair of currencies, ordered by the pair; there are no pages. No token is needed.
         */
        get: operations["listLatestCurrencyRates"];
    };
    "/api/v1/email-verifications": {
        parameters: {
        };
        /**
         * Mail a verification code
         * @description Mails a six-digit code, good for 10 minutes. Send an id of your own to make a retry harmless: the same id answers with the stored verification and mails nothing.
         */
        post: operations["createEmailVerification"];
    };
    "/api/v1/email-verifications/{email_verification}": {
        parameters: {
        };
        /**
         * Verify an email address with its code
         * @description Five wrong codes end a verification. A code that was right once may be sent again.
         */
        patch: operations["verifyEmail"];
    };
    "/api/v1/me": {
        parameters: {
        };
        /**
         * The current user
         * @description The user in whose name the application acts. Plain JSON; any Accept is fine.
         */
        get: operations["getMe"];
    };
    "/api/v1/me/config": {
        parameters: {
        };
        /**
         * Configuration of the current user
         * @description Currency and country of the user in whose name the application acts.
         */
        get: operations["getMyConfig"];
    };
    "/api/v1/users/{id}/config": {
        parameters: {
        };
        /**
         * Configuration of a user of your account
         * @description As for the current user. A user of another account answers 403.
         */
        get: operations["getUserConfig"];
    };
    "/api/v1/platform/config": {
        parameters: {
        };
        /**
         * Configuration of the marketplace
         * @description Where assets lie, and the public key for payments in a browser. The same for all accounts.
         */
        get: operations["getPlatformConfig"];
    };
    "/api/v1/products": {
        parameters: {
        };
        /**
         * Your products
         * @description To find products; `images`, `tags` and `productTypeId` are part of the single product. With `include=productVariant` come their variants with stock and prices.
         */
        get: operations["listProducts"];
    };
    "/api/v1/products/{product}": {
        parameters: {
        };
        /**
         * One product
         * @description With all of its attributes. A product of another brand answers 403.
         */
        get: operations["getProduct"];
    };
    "/api/v1/product-variants": {
        parameters: {
        };
        /**
         * Your product variants with their stock
         * @description Filters combine: a variant has to pass all of them, and any of the values of each.
         */
        get: operations["listProductVariants"];
    };
    "/api/v1/product-variants/{productVariant}": {
        parameters: {
        };
        /**
         * One product variant
         * @description With all of its attributes. A variant of another brand answers 403.
         */
        get: operations["getProductVariant"];
    };
    "/api/v1/product-variants/{productVariant}/stock": {
        parameters: {
        };
        /**
         * Set the stock of a variant
         * @description Either `stockQuantity`, the quantity on hand, or `isAlwaysInStock`. To be sure that nobody changed it in between, send the quantity you know as `data.meta.expectedStockQuantity`.
         */
        patch: operations["updateProductVariantStock"];
    };
    "/api/v1/operations": {
        parameters: {
        };
        /**
         * Set the stock of many variants at once
         * @description From 1 to 50 updates, each as in the single call: all of them are applied, or none. The media type may name the extension, `ext="https://jsonapi.org/ext/atomic"`; the answer names it when `Accept` does.
         */
        post: operations["updateStockInBulk"];
    };
    "/api/v1/product-variants/{productVariant}/prices": {
        parameters: {
        };
        /**
         * Set the prices of a variant
         * @description `wholesalePrice` is the price before the product's discount. The prices of a product follow its first variant.
         */
        patch: operations["updateProductVariantPrices"];
    };
    "/api/v1/product-variant-prices": {
        parameters: {
        };
        /**
         * What you, a retailer, pay for some variants
         * @description After the highest discount that applies now. Variants that cannot be bought are left out.
         */
        get: operations["listProductVariantPrices"];
    };
    "/api/v1/catalog/integrations/operations": {
        parameters: {
        };
        /**
         * Your operations on the catalog
         * @description To find the one that is open, or to see what was loaded lately. Operations stay in the list when their results are gone.
         */
        get: operations["listIntegrationOperations"];
        /**
         * Open an operation on the catalog
         * @description Add products to it, then start it. A brand has one open operation at a time. Send an id of your own to make a retry harmless: a known one answers 200 with the stored operation.
         */
        post: operations["createIntegrationOperation"];
    };
    "/api/v1/catalog/integrations/operations/delete": {
        parameters: {
        };
        /**
         * Delete products in one call
         * @description Creates an operation that is started at once, or `pending` while another one of the brand runs. Products stay readable as archived; naming variants deletes only those.
         */
        post: operations["deleteIntegrationProducts"];
    };
    "/api/v1/catalog/integrations/operations/{operationId}": {
        parameters: {
        };
        /**
         * One operation on the catalog
         * @description For following its progress: the counters grow while it runs.
         */
        get: operations["getIntegrationOperation"];
        /**
         * Start an operation
         * @description Only `status: started` can be asked for. It becomes `pending` while another operation of the brand runs, and starts by itself then; without products it becomes `skipped`.
         */
        patch: operations["startIntegrationOperation"];
    };
    "/api/v1/catalog/integrations/operations/{operationId}/-actions/cancel": {
        parameters: {
        };
        /**
         * Cancel an operation before it starts
         * @description Its products are forgotten. Nobody is called back.
         */
        post: operations["cancelIntegrationOperation"];
    };
    "/api/v1/catalog/integrations/operations/{operationId}/products": {
        parameters: {
        };
        /**
         * Add products to an operation
         * @description In any number of calls while it is `created`, each of up to 4 MB. Attributes are checked when the operation runs, and what is wrong is told by its results.
         */
        post: operations["addIntegrationProducts"];
    };
    "/api/v1/catalog/integrations/operations/{operationId}/results": {
        parameters: {
        };
        /**
         * What became of the products of an operation
         * @description In the order in which they were added, as far as they are processed. They are kept for 30 days after the end of the operation; then this is 404.
         */
        get: operations["listIntegrationResults"];
    };
    "/api/v1/catalog/integrations/operations/{operationId}/relationships/results": {
        parameters: {
        };
        /**
         * Type and id of the results of an operation
         * @description The same list as `…/results`, without attributes.
         */
        get: operations["listIntegrationResultLinks"];
    };
    "/api/v1/catalog/integrations/drafts": {
        parameters: {
        };
        /**
         * Products that did not pass the last import
         * @description An import in which products do not pass validation replaces all drafts of the brand by these products. Updates and deletes leave them alone.
         */
        get: operations["listIntegrationDrafts"];
    };
    "/api/v1/catalog/exchange/error-reports": {
        parameters: {
        };
        /**
         * The error reports of the brand
         * @description There are no pages.
         */
        get: operations["listErrorReports"];
        /**
         * Ask for the error report of an operation
         * @description For an operation on the catalog that has ended. The file is made in the background. An operation has one report: asking again answers with it, and so does an id of your own that is known.
         */
        post: operations["createErrorReport"];
    };
    "/api/v1/catalog/exchange/error-reports/{error_report}": {
        parameters: {
        };
        /**
         * One error report
         * @description For following its progress.
         */
        get: operations["getErrorReport"];
    };
    "/api/v1/catalog/exchange/storage/error-reports/{error_report}": {
        parameters: {
        };
        /**
         * Download an error report
         * @description For any `Accept`. 404 while it is not completed, when it failed, and after it expired.
         */
        get: operations["downloadErrorReport"];
    };
    "/api/v1/integration/external-integrations/-actions/update-status": {
        parameters: {
        };
        /**
         * Tell whether a shop platform is connected
         * @description For connectors: notes that the brand has connected a shop platform, or has ended that. Operations are possible in both cases.
         */
        post: operations["updateExternalIntegrationStatus"];
    };
    "/api/v1/orders": {
        parameters: {
        };
        /**
         * Your orders
         * @description To find new orders and their status; `shippingOverview` is part of the single order.
         */
        get: operations["listOrders"];
    };
    "/api/v1/orders/{order}": {
        parameters: {
        };
        /**
         * One order
         * @description With `shippingOverview`. An order of another brand answers 403.
         */
        get: operations["getOrder"];
    };
    "/api/v1/orders/{order}/history": {
        parameters: {
        };
        /**
         * What happened to an order
         * @description Who moved it, when, from which status to which, and the event that told of it.
         */
        get: operations["listOrderHistory"];
    };
    "/api/v1/orders/{order}/-actions/transition": {
        parameters: {
        };
        /**
         * Accept, reject, reset or settle an order
         * @description `data.type` selects the transition: `brand-validates` accepts the order, also with lower quantities, `brand-rejects` rejects it, `brand-resets-shipping-labels-generation` takes back its labels, and `brand-settles-refusal` counts it as received after the retailer refused its reception and both have settled the matter. `brand-requests-fulfillment` hands it over to the warehouse (deprecated): 422 with an error for each thing that stands in the way, and from 1 December 2026 on always `not_a_fulfillment_brand`, as the warehouse service has ended. The status is checked first: an order that is not in the right one answers 409 whatever the attributes are.
         */
        post: operations["transitionOrder"];
    };
    "/api/v1/master-orders": {
        parameters: {
        };
        /**
         * Your master orders
         * @description Each stands for one order, whose id it has; `include` brings the order itself.
         */
        get: operations["listMasterOrders"];
    };
    "/api/v1/master-orders/{master_order}": {
        parameters: {
        };
        /**
         * One master order
         * @description Stands for one order; `include=internalOrder` brings it. One of another brand answers 403.
         */
        get: operations["getMasterOrder"];
        /**
         * Tell until when you expect to ship
         * @description The order shows it as `shippingOverview.expectedShippingDates.updatedMaximum`, one from outside as `expectedMaximumShippingDate`.
         */
        patch: operations["updateMasterOrder"];
    };
    "/api/v1/ordering/billing-exports": {
        parameters: {
        };
        /**
         * The billing exports that have not expired
         * @description There are no pages.
         */
        get: operations["listBillingExports"];
        /**
         * Ask for a billing export
         * @description The files are made in the background. Orders that were submitted in the period count, except rejected and cancelled ones; `invoicing` has only those that are invoiced or paid. Send an id of your own to make a retry harmless: a known one answers with the stored export.
         */
        post: operations["createBillingExport"];
    };
    "/api/v1/ordering/billing-exports/{billing_export}": {
        parameters: {
        };
        /**
         * One billing export
         * @description For following its progress.
         */
        get: operations["getBillingExport"];
    };
    "/api/v1/ordering/billing-exports/{billing_export}/-actions/download": {
        parameters: {
        };
        /**
         * Download a billing export
         * @description For any `Accept`. 404 while it is not finished, when it failed, and after it expired.
         */
        get: operations["downloadBillingExport"];
    };
    "/api/v1/orders/{order}/accept": {
        parameters: {
        };
        /**
         * Accept an order as it is
         * @deprecated
         * @description The transition `brand-validates` does the same and can lower quantities.
         */
        post: operations["acceptOrder"];
    };
    "/api/v1/orders/{order}/reject": {
        parameters: {
        };
        /**
         * Reject an order
         * @deprecated
         * @description The transition `brand-rejects` does the same. Without a `rejectType` it is `OTHER`.
         */
        post: operations["rejectOrder"];
    };
    "/api/v1/orders/{order}/is-fulfillable": {
        parameters: {
        };
        /**
         * Ask whether the warehouse could ship an order
         * @deprecated
         * @description An empty answer: it could be requested now. Else an error for each thing that stands in the way, with its code as `detail`: `not_a_fulfillment_brand`, `unavailable_items`, `already_being_fulfilled`, `not_available_for_international_orders`, `missing_hs_code_for_international_order`, `stock_is_being_transferred`. `meta` lists the `fulfillableId` of variants that are `unavailableItems`, and of `undeclaredItems`; of what has none, the id of the variant. The warehouse service ends on 1 December 2026; from then on every brand is one that is not enrolled, `not_a_fulfillment_brand`.
         */
        get: operations["isOrderFulfillable"];
    };
    "/api/v1/external-orders/non-marketplace-fulfillment-orders": {
        parameters: {
        };
        /**
         * Have the warehouse ship an order from elsewhere
         * @deprecated
         * @description What can be wrong with it is answered at once; then it is accepted, and made soon after. Read what became of it from the master order, with `include=externalOrder`: it is `awaiting_fulfillment`, or `cancelled` when the last of it went to somebody else in between. Send `masterOrderUuid` to make a retry harmless. Quantities are pieces: whole batches of `unitQuantity / batchQuantity` pieces of the fulfillable, and at most `unitQuantity`. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. Orders from elsewhere are no longer shipped for you: ship them yourself, without the marketplace.
         */
        post: operations["createExternalOrder"];
    };
    "/api/v1/orders/{order}/shipping-quotes": {
        parameters: {
        };
        /**
         * Ask what it costs to ship an order
         * @description While the order is `brand_confirmed`, as often as needed: each request replaces the parcels and the quotes that the order shows. Older quotes stay confirmable with their own parcels, until the order is shipped or reset, or its address changes. Carriers that do not take the parcels to the address are left out, and so is one that does not answer within two seconds. Where no carrier is left, the one quote is `custom`, without a fee: the brand has the parcels carried by a carrier of its own.
         */
        post: operations["createShippingQuotes"];
    };
    "/api/v1/shipping-quotes/{quote}/confirm": {
        parameters: {
        };
        /**
         * Ship an order by one of its quotes
         * @description A quote for labels of the marketplace leaves the order in `brand_confirmed`: the labels are made in the background, and the order is `shipping_labels_generated` when they are there. With any other, and whenever `tracking` is told, the order is `shipped` at once. The cost or the refund is a billing item from now on. A second confirmation answers 409.
         */
        post: operations["confirmShippingQuote"];
    };
    "/api/v1/orders/{order}/ship/schedule-pickup": {
        parameters: {
        };
        /**
         * Have the carrier come for the parcels
         * @description For parcels with labels of the marketplace, in `shipping_labels_generated`; dropping them off is always possible too. What the carrier denies answers 422 `PICKUP_DENIED`, with other days and hours to try. Booking again replaces the pickup. The members may also stand in `order`.
         */
        post: operations["schedulePickup"];
    };
    "/api/v1/orders/{order}/shipping-labels/{label}/pdf": {
        parameters: {
        };
        /**
         * The label of a parcel
         * @description For any `Accept`. `labelUrl` of an order leads here: with your token at any time, and without one, in a browser, for a day from when the order was read.
         */
        get: operations["downloadShippingLabel"];
    };
    "/api/v1/orders/{order}/shipping-labels/pdf": {
        parameters: {
        };
        /**
         * The labels of all parcels of an order
         * @description One PDF with the labels in the order of the parcels. For any `Accept`.
         */
        get: operations["downloadShippingLabels"];
    };
    "/api/v1/master-orders/{orderId}/tracking": {
        parameters: {
        };
        /**
         * The shipment of a master order
         * @deprecated
         * @description As carriers and you have told of it; `data` is null while there is none.
         */
        get: operations["getMasterOrderTracking"];
        /**
         * Tell of the shipment of a master order
         * @deprecated
         * @description What is told again takes the place of what was told before. Send an id of your own to make a retry harmless. Parcels are named by the ids that were shown, or by new ones of your own, which then stand for the parcels in their order; an order that was quoted has no more parcels than that. The status of the order stays, but for two: a first `TRANSIT` ships an order with labels of the marketplace, and when all of its parcels are `DELIVERED` it is received. A parcel that is `UNKNOWN` goes with the whole.
         */
        post: operations["createMasterOrderTracking"];
        /**
         * Tell anew of the shipment of a master order
         * @deprecated
         * @description There must be one. The parcels are told anew, all of them. Parcels are named by the ids that were shown, or by new ones of your own, which then stand for the parcels in their order; an order that was quoted has no more parcels than that. The status of the order stays, but for two: a first `TRANSIT` ships an order with labels of the marketplace, and when all of its parcels are `DELIVERED` it is received. A parcel that is `UNKNOWN` goes with the whole.
         */
        patch: operations["updateMasterOrderTracking"];
    };
    "/api/v1/orders/{orderId}/tracking": {
        parameters: {
        };
        /**
         * The shipment of an order
         * @deprecated
         * @description As carriers and you have told of it; `data` is null while there is none.
         */
        get: operations["getOrderTracking"];
        /**
         * Tell of the shipment of an order
         * @deprecated
         * @description What is told again takes the place of what was told before. Send an id of your own to make a retry harmless. Parcels are named by the ids that were shown, or by new ones of your own, which then stand for the parcels in their order; an order that was quoted has no more parcels than that. The status of the order stays, but for two: a first `TRANSIT` ships an order with labels of the marketplace, and when all of its parcels are `DELIVERED` it is received. A parcel that is `UNKNOWN` goes with the whole.
         */
        post: operations["createOrderTracking"];
        /**
         * Tell anew of the shipment of an order
         * @deprecated
         * @description There must be one. The parcels are told anew, all of them. Parcels are named by the ids that were shown, or by new ones of your own, which then stand for the parcels in their order; an order that was quoted has no more parcels than that. The status of the order stays, but for two: a first `TRANSIT` ships an order with labels of the marketplace, and when all of its parcels are `DELIVERED` it is received. A parcel that is `UNKNOWN` goes with the whole.
         */
        patch: operations["updateOrderTracking"];
    };
    "/api/v1/fulfillment/fulfillable": {
        parameters: {
        };
        /**
         * How much can be sent of what
         * @deprecated
         * @description By the ids that variants have as `fulfillableId`; unknown ones are left out. What has expired, or is past its day of sale, does not count. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        get: operations["listFulfillables"];
    };
    "/api/v1/fulfillment/items": {
        parameters: {
        };
        /**
         * Your items in the warehouse
         * @deprecated
         * @description Sorted by when their stock will be used up at the pace of now, or the newest first. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        get: operations["listFulfillmentItems"];
        /**
         * Declare an item
         * @deprecated
         * @description Each variant has one item: to declare it again changes what is known of it. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        post: operations["createFulfillmentItem"];
    };
    "/api/v1/fulfillment/items/{item}": {
        parameters: {
        };
        /**
         * An item
         * @deprecated
         * @description What is known of it. How much of it there is, its lots say. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        get: operations["getFulfillmentItem"];
    };
    "/api/v1/fulfillment/items/{item}/lots": {
        parameters: {
        };
        /**
         * The lots of an item
         * @deprecated
         * @description Those that are used up too. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        get: operations["listLotsOfFulfillmentItem"];
    };
    "/api/v1/fulfillment/items/{item}/relationships/lots": {
        parameters: {
        };
        /**
         * The lots of an item, by their ids
         * @deprecated
         * @description Type and id alone. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        get: operations["listLotIdsOfFulfillmentItem"];
    };
    "/api/v1/fulfillment/lots": {
        parameters: {
        };
        /**
         * Your lots in the warehouse
         * @deprecated
         * @description What has no day that is sorted by comes last. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        get: operations["listFulfillmentLots"];
    };
    "/api/v1/fulfillment/bundles": {
        parameters: {
        };
        /**
         * Your variants that are made of several items
         * @deprecated
         * @description The id of a bundle is its `fulfillableId`. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        get: operations["listFulfillmentBundles"];
    };
    "/api/v1/product-variants/{productVariant}/declare-fulfillment-item": {
        parameters: {
        };
        /**
         * Declare a variant to the warehouse
         * @deprecated
         * @description It has a `fulfillableId` then. Declared before, what is sent replaces what was known. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        post: operations["declareFulfillmentItem"];
        /**
         * Change what the warehouse knows of a variant
         * @deprecated
         * @description What is left out stays. A variant that was not declared is declared by this, if it comes with a barcode. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        patch: operations["updateFulfillmentItem"];
    };
    "/api/v1/fulfillment/replenishments": {
        parameters: {
        };
        /**
         * Your replenishments
         * @deprecated
         * @description By when they were submitted; drafts count as the newest. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        get: operations["listReplenishments"];
        /**
         * Draft a replenishment
         * @deprecated
         * @description The warehouse gets to know of it once you confirm it. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        post: operations["createReplenishment"];
    };
    "/api/v1/fulfillment/replenishments/{replenishment}": {
        parameters: {
        };
        /**
         * A replenishment
         * @deprecated
         * @description With what the warehouse found, once it has looked. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        get: operations["getReplenishment"];
        /**
         * Delete a draft
         * @deprecated
         * @description What was confirmed stays. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        delete: operations["deleteReplenishment"];
        /**
         * Change or confirm a draft
         * @deprecated
         * @description What is left out stays. `status` `confirmed`, or `sent`, confirms it: then it can no longer be changed, and is sent to the warehouse. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        patch: operations["updateReplenishment"];
    };
    "/api/v1/fulfillment/orders": {
        parameters: {
        };
        /**
         * Your fulfillment orders
         * @deprecated
         * @description What the warehouse ships for you. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        get: operations["listFulfillmentOrders"];
    };
    "/api/v1/fulfillment/orders/{id}": {
        parameters: {
        };
        /**
         * One fulfillment order
         * @deprecated
         * @description `include=statusUpdates` brings what the warehouse told of it. One of another brand answers 403. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        get: operations["getFulfillmentOrder"];
    };
    "/api/v1/master-orders/{orderId}/fulfillment-orders": {
        parameters: {
        };
        /**
         * The fulfillment orders of a master order
         * @deprecated
         * @description Those that were cancelled too. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        get: operations["listFulfillmentOrdersOfMasterOrder"];
    };
    "/api/v1/master-orders/{orderId}/relationships/fulfillment-orders": {
        parameters: {
        };
        /**
         * Which fulfillment orders a master order has
         * @deprecated
         * @description Type and id of each, newest first. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        get: operations["listFulfillmentOrderLinkage"];
    };
    "/api/v1/master-orders/{orderId}/-actions/check-fulfillability": {
        parameters: {
        };
        /**
         * Ask whether the warehouse could ship a master order
         * @deprecated
         * @description An empty answer: it could be requested now. Else an error for each thing that stands in the way, with its code as `detail`: `not_a_fulfillment_brand`, `unavailable_items`, `already_being_fulfilled`, `not_available_for_international_orders`, `missing_hs_code_for_international_order`, `stock_is_being_transferred`. `meta` lists the `fulfillableId` of variants that are `unavailableItems`, and of `undeclaredItems`; of what has none, the id of the variant. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        get: operations["checkFulfillability"];
    };
    "/api/v1/master-orders/{orderId}/-actions/request-fulfillment": {
        parameters: {
        };
        /**
         * Have the warehouse ship a master order
         * @deprecated
         * @description For an order in `brand_confirmed`, which goes to `fulfillment_requested`. The batches that expire first are set aside for it, and what was set aside at your own location is free again. The errors are those of the check. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        post: operations["requestFulfillment"];
    };
    "/api/v1/fulfillment/costs/order": {
        parameters: {
        };
        /**
         * Ask what the warehouse would charge for an order
         * @deprecated
         * @description Shipping by the country and the weight of each parcel, and picking by the number of units. Packing material is not part of it. A brand that has no goods in a warehouse answers 422. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        post: operations["countFulfillmentCosts"];
    };
    "/api/v1/fulfillment/feasibility": {
        parameters: {
        };
        /**
         * Ask whether the warehouse could ship something
         * @deprecated
         * @description An empty answer: it could. Else 400 with an error for each thing that stands in the way, its code as `detail`, as for an order. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        post: operations["checkFulfillmentFeasibility"];
    };
    "/api/fulfillment/v1/media": {
        parameters: {
        };
        /**
         * The documents of a master order
         * @deprecated
         * @description The files themselves come when `fields[media]` names `content`. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        get: operations["listMedia"];
        /**
         * Delete the documents of a master order
         * @deprecated
         * @description All of them. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        delete: operations["deleteMediaOfMasterOrder"];
    };
    "/api/fulfillment/v1/media/upload": {
        parameters: {
        };
        /**
         * Upload documents of a master order
         * @deprecated
         * @description PDF files of at most 4000000 bytes, 10 for a master order: `documents[0][file]`, and beside it `documents[0][type]` and `documents[0][uuid]`, which makes a retry harmless. The order may come later. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        post: operations["uploadMedia"];
    };
    "/api/fulfillment/v1/media/{mediaUuid}": {
        parameters: {
        };
        /**
         * Delete a document
         * @deprecated
         * @description One of another brand answers 403. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        delete: operations["deleteMedium"];
    };
    "/api/v1/order-pay/order-pay-customer": {
        parameters: {
        };
        /**
         * Your customers
         * @deprecated
         * @description Customers for whom you make orders yourself, by the name of their store unless told otherwise. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. Customers of your own no longer pay through the marketplace: invoice them yourself, or have them order as retailers.
         */
        get: operations["listOrderPayCustomers"];
        /**
         * Add a customer
         * @deprecated
         * @description Send an id of your own to make a retry harmless. In the sandbox the email address says how payments end: `+declined` before the `@` lets them fail, `+stalled` lets them wait until somebody decides; all others succeed. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. Customers of your own no longer pay through the marketplace: invoice them yourself, or have them order as retailers.
         */
        post: operations["createOrderPayCustomer"];
    };
    "/api/v1/order-pay/order-pay-customer/{order_pay_customer}": {
        parameters: {
        };
        /**
         * A customer
         * @deprecated
         * @description With how it has paid before. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. Customers of your own no longer pay through the marketplace: invoice them yourself, or have them order as retailers.
         */
        get: operations["getOrderPayCustomer"];
        /**
         * Change a customer
         * @deprecated
         * @description What is left out stays, members of the company and of addresses too. Orders keep the customer as it was when they were written last. Who moves to another country pays in its currency from then on, unless another one is told. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. Customers of your own no longer pay through the marketplace: invoice them yourself, or have them order as retailers.
         */
        patch: operations["updateOrderPayCustomer"];
    };
    "/api/v1/order-pay/order-pay-orders": {
        parameters: {
        };
        /**
         * Make an order for a customer
         * @deprecated
         * @description A draft: it can be changed, and holds no stock, until you confirm it. Rates between the currencies are those of this moment, for good. Send an id of your own to make a retry harmless. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. Customers of your own no longer pay through the marketplace: invoice them yourself, or have them order as retailers.
         */
        post: operations["createOrderPayOrder"];
    };
    "/api/v1/order-pay/order-pay-orders/{order_pay_order}": {
        parameters: {
        };
        /**
         * An order of a customer
         * @deprecated
         * @description With all amounts in both currencies; `include=payment.transactions` tells how it is paid. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. Customers of your own no longer pay through the marketplace: invoice them yourself, or have them order as retailers.
         */
        get: operations["getOrderPayOrder"];
        /**
         * Change an order of a customer
         * @deprecated
         * @description The lines are replaced, everything else that is left out stays. The customer cannot be another one; its address and exemption are taken as they are now. Mind that `brandUnitPrice` of a body is the price before any discount, that of an answer the one after all of them. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. Customers of your own no longer pay through the marketplace: invoice them yourself, or have them order as retailers.
         */
        patch: operations["updateOrderPayOrder"];
    };
    "/api/v1/order-pay/order-pay-orders/{order_pay_order}/-actions/cancel": {
        parameters: {
        };
        /**
         * Cancel an order of a customer
         * @deprecated
         * @description From `created` or `brand_confirmed`. Stock is free again, a payment that waits is called off, and one that came at the same moment is given back. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. Customers of your own no longer pay through the marketplace: invoice them yourself, or have them order as retailers.
         */
        post: operations["cancelOrderPayOrder"];
    };
    "/api/v1/order-pay/order-pay-orders/{order_pay_order}/-actions/confirm": {
        parameters: {
        };
        /**
         * Confirm an order of a customer
         * @deprecated
         * @description Reserves the stock, all of it or none, and starts the payment of the grand total. In the background the order is then paid, or cancelled when the payment is declined; while the payment waits, you can cancel it. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. Customers of your own no longer pay through the marketplace: invoice them yourself, or have them order as retailers.
         */
        post: operations["confirmOrderPayOrder"];
    };
    "/api/v1/applications": {
        parameters: {
        };
        /**
         * The applications of your account
         * @description Names and client ids; a client secret is never shown again. There are no pages.
         */
        get: operations["listApplications"];
    };
    "/api/v1/webhook-subscriptions/events": {
        parameters: {
        };
        /**
         * What can be subscribed to
         * @description The id of each is the name to subscribe with. What has ended is left out. There are no pages.
         */
        get: operations["listWebhookEvents"];
    };
    "/api/v1/webhook-subscriptions": {
        parameters: {
        };
        /**
         * Your webhook subscriptions
         * @description Those of all applications of your brand.
         */
        get: operations["listWebhookSubscriptions"];
        /**
         * Subscribe an application to events
         * @description Every event is sent by POST to the address, signed with the `signingSecret` of the answer. Without `application` the subscription belongs to the application of the token; a session has to name one. An application has one subscription to each address. Addresses inside of networks are refused. Send an id of your own to make a retry harmless.
         */
        post: operations["createWebhookSubscription"];
    };
    "/api/v1/webhook-subscriptions/{webhookSubscription}": {
        parameters: {
        };
        /**
         * One webhook subscription
         * @description With its signing secret, and how its receiver is doing.
         */
        get: operations["getWebhookSubscription"];
        /**
         * End a subscription
         * @description Nothing more is sent, not even what waits; its log is gone.
         */
        delete: operations["deleteWebhookSubscription"];
        /**
         * Change the address or the events of a subscription
         * @description What is left out stays as it is, and so does the signing secret. Events are replaced all together. Events that have ended can be sent back when the subscription lists them, and not added.
         */
        patch: operations["updateWebhookSubscription"];
    };
    "/api/v1/webhook-subscriptions/{webhookSubscription}/-actions/pause": {
        parameters: {
        };
        /**
         * Let the deliveries of a subscription wait
         * @description Events are kept for 14 days and sent when the subscription is resumed. Pausing again changes nothing.
         */
        post: operations["pauseWebhookSubscription"];
    };
    "/api/v1/webhook-subscriptions/{webhookSubscription}/-actions/resume": {
        parameters: {
        };
        /**
         * Let the deliveries of a subscription go out again
         * @description Also when the server disabled it. What waits is sent; what has failed is sent when you ask for it with `redeliver`.
         */
        post: operations["resumeWebhookSubscription"];
    };
    "/api/v1/webhook-subscriptions/{webhookSubscription}/-actions/rotate-secret": {
        parameters: {
        };
        /**
         * Give a subscription a new signing secret
         * @description Both secrets sign until the overlap ends: `webhook-signature` holds one signature of each; the headers with room for one keep that of the old secret until then, so teach your receiver the new one meanwhile.
         */
        post: operations["rotateWebhookSigningSecret"];
    };
    "/api/v1/webhook-subscriptions/{webhookSubscription}/-actions/test": {
        parameters: {
        };
        /**
         * Send a sample event to a subscription
         * @description Signed and sent like any other, with an invented resource and `test` in `meta.event`. Follow the delivery to see what came back.
         */
        post: operations["testWebhookSubscription"];
    };
    "/api/v1/webhook-subscriptions/{webhookSubscription}/deliveries": {
        parameters: {
        };
        /**
         * What was sent to a subscription
         * @description Kept for 14 days. The single delivery has its attempts and what was sent.
         */
        get: operations["listWebhookDeliveries"];
    };
    "/api/v1/webhook-subscriptions/{webhookSubscription}/deliveries/{delivery}": {
        parameters: {
        };
        /**
         * One delivery with its attempts
         * @description And with the body, byte for byte as it is sent.
         */
        get: operations["getWebhookDelivery"];
    };
    "/api/v1/webhook-subscriptions/{webhookSubscription}/deliveries/{delivery}/-actions/redeliver": {
        parameters: {
        };
        /**
         * Send a delivery again
         * @description The same bytes with the same event id, also when it had arrived, with a new series of attempts if it fails.
         */
        post: operations["redeliverWebhook"];
    };
    "/api/v1/webhook-subscriptions/{webhookSubscription}/deliveries/-actions/redeliver": {
        parameters: {
        };
        /**
         * Send again all that failed since a time
         * @description For a receiver that was down. What failed before that time stays as it is.
         */
        post: operations["redeliverFailedWebhooks"];
    };
    "/api/testing/clock": {
        parameters: {
        };
        /**
         * What time it is here
         * @description The time that all rules and deadlines of the sandbox follow, and real time beside it.
         */
        get: operations["getClock"];
    };
    "/api/testing/clock/-actions/advance": {
        parameters: {
        };
        /**
         * Move the clock forward
         * @description Runs everything that has become due before it answers; `meta.jobs` counts it.
         */
        post: operations["advanceClock"];
    };
    "/api/testing/clock/-actions/set": {
        parameters: {
        };
        /**
         * Set the clock to a moment
         * @description Forward or back. Runs everything that has become due before it answers; `meta.jobs` counts it.
         */
        post: operations["setClock"];
    };
    "/api/testing/clock/-actions/reset": {
        parameters: {
        };
        /**
         * Set the clock back to real time
         * @description Runs what is due then before it answers; `meta.jobs` counts it.
         */
        post: operations["resetClock"];
    };
    "/api/testing/clock/-actions/run-jobs": {
        parameters: {
        };
        /**
         * Run the background jobs that are due
         * @description Answers when they are done, or after ten seconds.
         */
        post: operations["runJobs"];
    };
    "/api/testing/faults": {
        parameters: {
        };
        /**
         * The faults that are set
         * @description What requests run into on purpose, for all accounts. There are no pages.
         */
        get: operations["listFaults"];
        /**
         * Make requests fail
         * @description Matching requests wait `delayMs` and then answer with `status`, or go on as usual when none is given. `/api/testing` itself is never hit.
         */
        post: operations["createFault"];
        /**
         * Remove all faults
         * @description Requests are answered as usual from then on.
         */
        delete: operations["deleteFaults"];
    };
    "/api/testing/orders/create": {
        parameters: {
        };
        /**
         * Receive an order
         * @description Everything may be left out or null, the whole body too. Without `retailerId` a new retailer orders, without products two new products of one variant each are ordered. The stock is reserved, as with every order.
         */
        post: operations["createTestOrder"];
    };
    "/api/testing/orders/{order}/-actions/advance": {
        parameters: {
        };
        /**
         * Move an order in the name of the others
         * @description Does what the retailer, the carrier or the marketplace would do to bring the order to a status, and fires the event of it. Brands do this to their own orders, the operator to all of them, without `include`.
         */
        post: operations["advanceOrder"];
    };
    "/api/testing/orders/{order}/-actions/request-cancellation": {
        parameters: {
        };
        /**
         * Ask for the cancellation of an order in the name of the retailer
         * @description While the order waits for the brand in `ankor_confirmed`. The brand reads the reason and decides: it may reject the order, or accept it all the same. The status stays, and the reason stays with the order. Brands do this to their own orders, the operator to all of them, without `include`.
         */
        post: operations["requestOrderCancellation"];
    };
    "/api/testing/orders/{order}/-actions/update-address": {
        parameters: {
        };
        /**
         * Change the addresses of an order
         * @description As the marketplace would do it, with an event for each address that changes. Brands do this to their own orders, the operator to all of them, without `include`.
         */
        post: operations["updateOrderAddress"];
    };
    "/api/testing/autopilot": {
        parameters: {
        };
        /**
         * What the autopilot does
         * @description Its settings, and what it has done since it was switched on. Off until you switch it on.
         */
        get: operations["getAutopilot"];
        /**
         * Have the others play by themselves
         * @description Switched on, retailers order what you have in stock, carriers scan and deliver your parcels, and the marketplace answers rejections and refusals, invoices and pays: all by the clock, also when you move it, up to a year back. What is yours to do it leaves to you. Each call replaces all settings, what is left out has its default, and `enabled: true` begins anew. A reset switches it off.
         */
        post: operations["setAutopilot"];
    };
    "/api/testing/demo-users": {
        parameters: {
        };
        /**
         * The users of the demo data
         * @description Whom one can sign in as without a password. Only where the sandbox listens on the loopback interface, and for a Host of its own.
         */
        get: operations["listDemoUsers"];
    };
    "/api/testing/demo-users/{user}/-actions/sign-in": {
        parameters: {
        };
        /**
         * Sign in as a demo user
         * @description Without a password, which then counts as given. Only where the sandbox listens on the loopback interface, and for a Host of its own.
         */
        post: operations["signInAsDemoUser"];
    };
    "/api/testing/webhook-events": {
        parameters: {
        };
        /**
         * Listen to webhook events without a subscription
         * @description For a receiver that nobody else can reach. Ask without `after` to learn where to begin, then again and again with the `cursor` of the last answer; nothing is left out in between, and an old cursor hears everything since, for 14 days. At most 100 events an answer, oldest first.
         */
        get: operations["hearWebhookEvents"];
    };
    "/api/testing/reset": {
        parameters: {
        };
        /**
         * Back to the demo data
         * @description Drops everything that was changed, for all accounts, sets the clock back to real time and forgets how often tokens were asked for. Credentials and access tokens of the demo accounts stay good; other applications are removed, and `meta` names them.
         */
        post: operations["resetSandbox"];
    };
    "/api/testing/requests": {
        parameters: {
        };
        /**
         * The requests that reached the server
         * @description The newest requests of your account, bodies cut at 1 KB, secrets left out.
         */
        get: operations["listLoggedRequests"];
    };
    "/api/testing/mails": {
        parameters: {
        };
        /**
         * The mails that were not sent
         * @description No mail leaves the sandbox. The newest 50 are here, with verification codes in their text.
         */
        get: operations["listMails"];
    };
    "/api/testing/replenishments/{replenishment}/-actions/advance": {
        parameters: {
        };
        /**
         * Move a replenishment on
         * @deprecated
         * @description Does what you and the warehouse would do to bring it to a status. All that was announced arrives. Brands do this to their own, the operator to all of them. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        post: operations["advanceReplenishment"];
    };
    "/api/testing/fulfillment-orders/{id}/-actions/advance": {
        parameters: {
        };
        /**
         * Move a fulfillment order in the name of the warehouse
         * @deprecated
         * @description Does everything that the warehouse would do to bring it to a status, and what follows from that for its order. Brands do this to their own, the operator to all of them. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        post: operations["advanceFulfillmentOrder"];
    };
    "/api/testing/external-orders/{id}/-actions/advance": {
        parameters: {
        };
        /**
         * Move an order from elsewhere in the name of the warehouse and the carrier
         * @deprecated
         * @description Does everything that they would do to bring it to a status, and fires the events of it. Brands do this to their own, the operator to all of them. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. Orders from elsewhere are no longer shipped for you: ship them yourself, without the marketplace.
         */
        post: operations["advanceExternalOrder"];
    };
    "/api/testing/order-pay-orders/{order_pay_order}/-actions/advance": {
        parameters: {
        };
        /**
         * Bring an OrderPay order to a status
         * @deprecated
         * @description Makes all moves on the way, whoever would make them: confirms, pays, ships, and so on. Brands do this to their own orders, the operator to all of them. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. Customers of your own no longer pay through the marketplace: invoice them yourself, or have them order as retailers.
         */
        post: operations["advanceOrderPayOrder"];
    };
    "/api/stock/v1/stock/state": {
        parameters: {
        };
        /**
         * The stock of product variants
         * @description How much of each variant there is, now or at a past second, by location and status.
         */
        get: operations["listStockStates"];
        /**
         * Set the stock of product variants
         * @description Sets absolute quantities at your own location, `available` or `onHand`, of all variants or, if one is refused, of none. A variant that was always in stock is tracked from then on.
         */
        patch: operations["updateStockStates"];
    };
    "/api/stock/v1/stock/postings": {
        parameters: {
        };
        /**
         * The movements of stock, posting by posting
         * @description An included `state` is the balance before the earliest posting of the page.
         */
        get: operations["listStockPostings"];
    };
    "/api/stock/v1/stock/transactions": {
        parameters: {
        };
        /**
         * The movements of stock, by what caused them
         * @description The filters find transactions with at least one such posting.
         */
        get: operations["listStockTransactions"];
    };
    "/api/stock/v1/stock/locations": {
        parameters: {
        };
        /**
         * Where stock lies
         * @description The locations of your brand; their ids are needed to set stock.
         */
        get: operations["listStockLocations"];
    };
    "/api/stock/v1/state": {
        parameters: {
        };
        /**
         * The stock of product variants (short path)
         * @description How much of each variant there is, now or at a past second, by location and status.
         */
        get: operations["listStockStatesAtShortPath"];
        /**
         * Set the stock of product variants (short path)
         * @description Sets absolute quantities at your own location, `available` or `onHand`, of all variants or, if one is refused, of none. A variant that was always in stock is tracked from then on.
         */
        patch: operations["updateStockStatesAtShortPath"];
    };
    "/api/stock/v1/postings": {
        parameters: {
        };
        /**
         * The movements of stock, posting by posting (short path)
         * @description An included `state` is the balance before the earliest posting of the page.
         */
        get: operations["listStockPostingsAtShortPath"];
    };
    "/api/stock/v1/transactions": {
        parameters: {
        };
        /**
         * The movements of stock, by what caused them (short path)
         * @description The filters find transactions with at least one such posting.
         */
        get: operations["listStockTransactionsAtShortPath"];
    };
    "/api/stock/v1/locations": {
        parameters: {
        };
        /**
         * Where stock lies (short path)
         * @description The locations of your brand; their ids are needed to set stock.
         */
        get: operations["listStockLocationsAtShortPath"];
    };
    "/api/v1/brands": {
        parameters: {
        };
        /**
         * Brands
         * @description A brand sees itself alone, whatever it filters by; retailers and the operator see all. Ids that are unknown are left out.
         */
        get: operations["listBrands"];
    };
    "/api/v1/brands/me": {
        parameters: {
        };
        /**
         * Your brand
         * @description The brand of the token, with its contacts when they are asked for.
         */
        get: operations["getMyBrand"];
    };
    "/api/v1/brands/brand-contacts": {
        parameters: {
        };
        /**
         * Add a contact of your brand
         * @description At most 50. One with the same address, or with the id that you sent, answers as it is stored and is not changed.
         */
        post: operations["createBrandContact"];
    };
    "/api/v1/brands/brand-contacts/{id}": {
        parameters: {
        };
        /**
         * Remove a contact of your brand
         * @description Nobody writes there any more.
         */
        delete: operations["deleteBrandContact"];
        /**
         * Change a contact of your brand
         * @description Attributes that are left out stay as they are; purposes are replaced all together.
         */
        patch: operations["updateBrandContact"];
    };
    "/api/v1/brands/franco": {
        parameters: {
        };
        /**
         * From which amount brands ship for nothing
         * @description For a retailer: to its country. For others: within the country of the brand. Brands may ask about themselves only; ids that are unknown are left out.
         */
        get: operations["listFranco"];
    };
    "/api/v1/brands/franco-settings": {
        parameters: {
        };
        /**
         * From which amount you ship for nothing
         * @description What counts now, for each of the three corridors. Until you say otherwise the amount is 0: no order pays for its shipment.
         */
        get: operations["listFrancoSettings"];
        /**
         * Say from which amount you ship for nothing
         * @description For orders that arrive from now on. Other values than the current ones become a new entry and the old one is kept; the same values change nothing.
         */
        post: operations["saveFrancoSettings"];
    };
    "/api/v1/brands/retailers/{retailerId}": {
        parameters: {
        };
        /**
         * How you deal with a retailer
         * @description Whether its new orders are accepted without being asked.
         */
        get: operations["getBrandRetailer"];
        /**
         * Say how you deal with a retailer
         * @description Beyond the specification of the API. It is for orders that arrive from now on; those that wait already wait for you. An order whose cancellation the retailer has asked for is left to you as well.
         */
        patch: operations["updateBrandRetailer"];
    };
    "/api/v1/brands/shipping-settings/{shippingSettingsId}": {
        parameters: {
        };
        /**
         * From where and to where you ship
         * @description An address that you have not told is that of the brand.
         */
        get: operations["getShippingSettings"];
        /**
         * Say from where and to where you ship
         * @description What is left out stays; an address is replaced as a whole. When everything is told, the numbers that the listed countries need must be among it. Orders to other countries than the listed ones are refused on their arrival, and so are quotes for them.
         */
        patch: operations["updateShippingSettings"];
    };
    "/api/v1/brands/payouts": {
        parameters: {
        };
        /**
         * What you were paid
         * @description One payout for each order that the marketplace has paid, newest first.
         */
        get: operations["listPayouts"];
    };
    "/api/retailer/v1/orders": {
        parameters: {
        };
        /**
         * The orders that you gave as a retailer
         * @description With all brands. Lines, shipping address and tracking are part of the single order.
         */
        get: operations["listOrdersAsRetailer"];
    };
    "/api/retailer/v1/orders/{order}": {
        parameters: {
        };
        /**
         * An order that you gave as a retailer
         * @description With its lines. An order of another retailer answers 403.
         */
        get: operations["getOrderAsRetailer"];
    };
    "/api/retailer/v1/orders/{order}/-actions/acknowledge-reception": {
        parameters: {
        };
        /**
         * Say that an order has arrived
         * @description From `shipped` to `received`, with the event `order.shipment_received`.
         */
        post: operations["acknowledgeReception"];
    };
    "/api/retailer/v1/orders/{order}/-actions/refuse-reception": {
        parameters: {
        };
        /**
         * Refuse an order that has arrived
         * @description From `shipped` to `reception_refused`, with the event `order.shipment_refused`.
         */
        post: operations["refuseReception"];
    };
    "/api/retailer/v1/orders/{order}/-actions/request-cancellation": {
        parameters: {
        };
        /**
         * Ask for the cancellation of an order
         * @description While the order waits for the brand in `ankor_confirmed`. The brand reads the reason and decides: it may reject the order, or accept it all the same. The status stays, and the reason stays with the order. The same words again change nothing, others replace them.
         */
        post: operations["requestCancellation"];
    };
    "/api/integrations/v1/applications": {
        parameters: {
        };
        /**
         * The applications of your brand
         * @description Those that are good, with their last use and calls by day. What other processes of the server counted may come five seconds late. There are no pages.
         */
        get: operations["listOwnApplications"];
        /**
         * Create an application of your brand
         * @description The answer shows the client secret, this once. The application acts in your name unless `userId` names another user of the brand. Send an id of your own to make a retry harmless.
         */
        post: operations["createOwnApplication"];
    };
    "/api/integrations/v1/applications/{application}": {
        parameters: {
        };
        /**
         * Rename an application of your brand
         * @description Changes its name, the address to write to, or both; what is left out stays.
         */
        patch: operations["updateOwnApplication"];
    };
    "/api/integrations/v1/applications/{application}/-actions/rotate-secret": {
        parameters: {
        };
        /**
         * Give an application of your brand a new client secret
         * @description The answer shows it, this once. The secret before it works until the overlap ends, a day unless told otherwise; an older one ends at once. Access tokens stay good until they expire.
         */
        post: operations["rotateOwnApplicationSecret"];
    };
    "/api/integrations/v1/applications/{application}/-actions/revoke": {
        parameters: {
        };
        /**
         * Revoke an application of your brand
         * @description Ends its secrets and its webhook subscriptions at once and its access tokens within a second. Revoking again changes nothing.
         */
        post: operations["revokeOwnApplication"];
    };
    "/api/integrations/v1/audit": {
        parameters: {
        };
        /**
         * Who did what to applications and users of your brand
         * @description Newest first. An entry is written with what it tells, and holds no secret.
         */
        get: operations["listOwnAudit"];
    };
    "/api/integrations/v1/deprecated-calls": {
        parameters: {
        };
        /**
         * Which of your applications still call what is deprecated
         * @description One entry for each application and deprecated operation that it has called, those that began last first. Requests that were refused count too, also after the end; requests without a good token do not. What other processes of the server counted may come five seconds late.
         */
        get: operations["listOwnDeprecatedCalls"];
    };
    "/api/operator/v1/brands": {
        parameters: {
        };
        /**
         * The brands of the marketplace
         * @description All of them, with their settings, unless filtered.
         */
        get: operations["listBrandsAsOperator"];
        /**
         * Create a brand
         * @description Opens its stock location as well. Settings that are left out get the usual values. Send an id of your own to make a retry harmless.
         */
        post: operations["createBrand"];
    };
    "/api/operator/v1/brands/{brand}": {
        parameters: {
        };
        /**
         * A brand
         * @description With its settings.
         */
        get: operations["getBrand"];
        /**
         * Change the settings of a brand
         * @description Attributes that are left out stay as they are. An address is replaced as a whole.
         */
        patch: operations["updateBrand"];
    };
    "/api/operator/v1/retailers": {
        parameters: {
        };
        /**
         * The retailers of the marketplace
         * @description All of them, with their settings, unless filtered.
         */
        get: operations["listRetailersAsOperator"];
        /**
         * Create a retailer
         * @description Send an id of your own to make a retry harmless.
         */
        post: operations["createRetailer"];
    };
    "/api/operator/v1/retailers/{retailer}": {
        parameters: {
        };
        /**
         * A retailer
         * @description With its settings.
         */
        get: operations["getRetailer"];
        /**
         * Change the settings of a retailer
         * @description Attributes that are left out stay as they are. An address is replaced as a whole.
         */
        patch: operations["updateRetailer"];
    };
    "/api/operator/v1/brands/{brand}/users": {
        parameters: {
        };
        /**
         * Invite a user of a brand
         * @description The user gets a mail with a link to choose a password, which works once within seven days. The role is `owner` unless given; currency and country are those of the brand. Send an id of your own to make a retry harmless.
         */
        post: operations["createBrandUser"];
    };
    "/api/operator/v1/brands/{brand}/applications": {
        parameters: {
        };
        /**
         * Create an application of a brand
         * @description The answer shows the client secret, this once. The application acts in the name of a user of the brand. Send an id of your own to make a retry harmless.
         */
        post: operations["createBrandApplication"];
    };
    "/api/operator/v1/retailers/{retailer}/users": {
        parameters: {
        };
        /**
         * Invite a user of a retailer
         * @description The user gets a mail with a link to choose a password, which works once within seven days. The role is `owner` unless given; currency and country are those of the retailer. Send an id of your own to make a retry harmless.
         */
        post: operations["createRetailerUser"];
    };
    "/api/operator/v1/retailers/{retailer}/applications": {
        parameters: {
        };
        /**
         * Create an application of a retailer
         * @description The answer shows the client secret, this once. The application acts in the name of a user of the retailer. Send an id of your own to make a retry harmless.
         */
        post: operations["createRetailerApplication"];
    };
    "/api/operator/v1/applications/{application}/-actions/rotate-secret": {
        parameters: {
        };
        /**
         * Give an application a new client secret
         * @description The answer shows it, this once. The secret before it works until the overlap ends, a day unless told otherwise; an older one ends at once. Access tokens stay good until they expire.
         */
        post: operations["rotateApplicationSecret"];
    };
    "/api/operator/v1/applications/{application}/-actions/revoke": {
        parameters: {
        };
        /**
         * Revoke an application
         * @description Ends its secrets at once and its access tokens within a second. Revoking again changes nothing.
         */
        post: operations["revokeApplication"];
    };
    "/api/operator/v1/audit": {
        parameters: {
        };
        /**
         * Who did what to applications and users
         * @description Of all accounts, newest first. An entry is written with what it tells, and holds no secret.
         */
        get: operations["listAuditOfAll"];
    };
    "/api/operator/v1/deprecated-calls": {
        parameters: {
        };
        /**
         * Who still calls what is deprecated
         * @description One entry for each application and deprecated operation that it has called, those that began last first. Requests that were refused count too, also after the end; requests without a good token do not. What other processes of the server counted may come five seconds late.
         */
        get: operations["listDeprecatedCalls"];
    };
    "/api/operator/v1/brands/{brand}/discount-rules": {
        parameters: {
        };
        /**
         * The discount rules of a brand
         * @description Those that apply now, those that will and those that did.
         */
        get: operations["listDiscountRules"];
        /**
         * Create a discount rule of a brand
         * @description Send an id of your own to make a retry harmless.
         */
        post: operations["createDiscountRule"];
    };
    "/api/operator/v1/discount-rules/{rule}": {
        parameters: {
        };
        /**
         * Delete a discount rule
         * @description It no longer applies; orders that were placed with it keep their prices.
         */
        delete: operations["deleteDiscountRule"];
        /**
         * Change a discount rule
         * @description Attributes that are left out stay as they are.
         */
        patch: operations["updateDiscountRule"];
    };
    "/api/operator/v1/orders": {
        parameters: {
        };
        /**
         * The orders of the marketplace
         * @description Of all brands and retailers, unless filtered. Lines and shipping address are part of the single order.
         */
        get: operations["listOrdersAsOperator"];
        /**
         * Take in an order of a retailer
         * @description Prices it as the retailer would be charged now and reserves the stock: all of it, or nothing. Addresses that are left out are those of the retailer. Send an id of your own to make a retry harmless.
         */
        post: operations["createOrder"];
    };
    "/api/operator/v1/orders/{order}": {
        parameters: {
        };
        /**
         * An order
         * @description Of any brand and retailer, with its lines.
         */
        get: operations["getOrderAsOperator"];
        /**
         * Change the addresses of an order
         * @description The shipping address can change until the order is shipped, the billing address until it is invoiced, neither once it is cancelled. An address is replaced as a whole; one that is the same already fires no event.
         */
        patch: operations["updateOrder"];
    };
    "/api/operator/v1/orders/{order}/history": {
        parameters: {
        };
        /**
         * What happened to an order
         * @description Who moved it, when, from which status to which, and the event that told of it.
         */
        get: operations["listOrderHistoryAsOperator"];
    };
    "/api/operator/v1/orders/{order}/-actions/approve-rejection": {
        parameters: {
        };
        /**
         * Cancel an order that the brand has rejected
         * @description From `rejected` to `cancelled`, with the event `order.cancelled`. The reason is kept in the history.
         */
        post: operations["approveRejectionOfOrder"];
    };
    "/api/operator/v1/orders/{order}/-actions/refuse-rejection": {
        parameters: {
        };
        /**
         * Give a rejected order back to the brand, to decide anew
         * @description From `rejected` to `ankor_confirmed`, with the event `order.brand_accepted_reverted`. The reason is kept in the history.
         */
        post: operations["refuseRejectionOfOrder"];
    };
    "/api/operator/v1/orders/{order}/-actions/revert-acceptance": {
        parameters: {
        };
        /**
         * Take back the acceptance of an order
         * @description From `brand_confirmed` to `ankor_confirmed`, with the event `order.brand_accepted_reverted`. The reason is kept in the history.
         */
        post: operations["revertAcceptanceOfOrder"];
    };
    "/api/operator/v1/orders/{order}/-actions/fulfil": {
        parameters: {
        };
        /**
         * Note that an order was shipped by the warehouse
         * @description From `fulfillment_requested` to `shipped`, without an event. The reason is kept in the history.
         */
        post: operations["fulfilOfOrder"];
    };
    "/api/operator/v1/orders/{order}/-actions/take-back-fulfillment": {
        parameters: {
        };
        /**
         * Give an order back to the brand that the warehouse was to ship
         * @description From `fulfillment_requested` to `brand_confirmed`, without an event. The reason is kept in the history.
         */
        post: operations["takeBackFulfillmentOfOrder"];
    };
    "/api/operator/v1/orders/{order}/-actions/approve-refusal": {
        parameters: {
        };
        /**
         * Cancel an order whose reception was refused
         * @description From `reception_refused` to `cancelled`, with the event `order.cancelled`. The reason is kept in the history.
         */
        post: operations["approveRefusalOfOrder"];
    };
    "/api/operator/v1/orders/{order}/-actions/settle-refusal": {
        parameters: {
        };
        /**
         * Count an order as received after its reception was refused
         * @description From `reception_refused` to `received`, without an event. The reason is kept in the history.
         */
        post: operations["settleRefusalOfOrder"];
    };
    "/api/operator/v1/orders/{order}/-actions/issue-invoice": {
        parameters: {
        };
        /**
         * Invoice a received order
         * @description From `received` to `invoiced`, without an event. The reason is kept in the history.
         */
        post: operations["issueInvoiceOfOrder"];
    };
    "/api/operator/v1/orders/{order}/-actions/pay-brand": {
        parameters: {
        };
        /**
         * Note that the brand was paid for an order
         * @description From `invoiced` to `brand_paid`, with the event `order.brand_paid`. The reason is kept in the history.
         */
        post: operations["payBrandOfOrder"];
    };
    "/api/operator/v1/webhook-subscriptions/{webhookSubscription}/deliveries": {
        parameters: {
        };
        /**
         * What was sent to a subscription
         * @description Kept for 14 days. The single delivery has its attempts and what was sent.
         */
        get: operations["listWebhookDeliveriesAsOperator"];
    };
    "/api/operator/v1/webhook-subscriptions/{webhookSubscription}/deliveries/{delivery}": {
        parameters: {
        };
        /**
         * One delivery with its attempts
         * @description And with the body, byte for byte as it is sent.
         */
        get: operations["getWebhookDeliveryAsOperator"];
    };
    "/api/operator/v1/webhook-subscriptions": {
        parameters: {
        };
        /**
         * Webhook subscriptions whose receivers fail
         * @description Of all brands: those whose attempts fail, and those that were disabled because of it. `filter[state]=any` lists all others too.
         */
        get: operations["listAilingWebhookSubscriptions"];
    };
    "/api/operator/v1/webhook-subscriptions/{webhookSubscription}": {
        parameters: {
        };
        /**
         * A webhook subscription
         * @description Of any brand, without its signing secret.
         */
        get: operations["getWebhookSubscriptionAsOperator"];
    };
    "/api/operator/v1/warehouses": {
        parameters: {
        };
        /**
         * The warehouses
         * @deprecated
         * @description Where goods of brands can lie. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        get: operations["listWarehouses"];
        /**
         * Open a warehouse
         * @deprecated
         * @description Send an id of your own to make a retry harmless. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        post: operations["createWarehouse"];
    };
    "/api/operator/v1/fulfillment-enrolments": {
        parameters: {
        };
        /**
         * The brands whose goods lie in a warehouse
         * @deprecated
         * @description Those that left too. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        get: operations["listFulfillmentEnrolments"];
        /**
         * Enrol a brand
         * @deprecated
         * @description A brand that comes back has its goods, and its warehouse, from before. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        post: operations["enrolBrand"];
    };
    "/api/operator/v1/fulfillment-enrolments/{brand}": {
        parameters: {
        };
        /**
         * The enrolment of a brand
         * @deprecated
         * @description Also of one that left. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        get: operations["getFulfillmentEnrolment"];
        /**
         * Let a brand leave
         * @deprecated
         * @description It declares and announces nothing more. What lies in the warehouse or is on its way stays its own. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        delete: operations["endFulfillmentEnrolment"];
        /**
         * Change the terms of a brand
         * @deprecated
         * @description What is left out stays. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        patch: operations["updateFulfillmentEnrolment"];
    };
    "/api/operator/v1/fulfillment-items/{item}": {
        parameters: {
        };
        /**
         * Say how far the warehouse got with an item
         * @deprecated
         * @description What is left out stays. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        patch: operations["updateFulfillmentItemAsOperator"];
    };
    "/api/operator/v1/fulfillment-bundles": {
        parameters: {
        };
        /**
         * Say what items a variant is made of
         * @deprecated
         * @description A bundle that is known is made of these from then on. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        post: operations["makeFulfillmentBundle"];
    };
    "/api/operator/v1/fulfillment-lots/{lot}/-actions/adjust": {
        parameters: {
        };
        /**
         * Correct a lot
         * @deprecated
         * @description Batches that broke, got lost or were found, that are blocked or free again. The ledger shows it. What is reserved for orders is not touched. Deprecated: answers 410 from 2026-12-01T00:00:00.000Z on. The warehouse is closed: ship orders yourself, with a shipping quote (POST /api/v1/orders/{order}/shipping-quotes).
         */
        post: operations["adjustFulfillmentLot"];
    };
    "/api/operator/v1/replenishments": {
        parameters: {
        };
        /**
         * The replenishments of all brands
         * @deprecated
         * @description For those who wait for goods.
         */
        get: operations["listReplenishmentsAsOperator"];
    };
    "/api/operator/v1/replenishments/{replenishment}/-actions/deliver": {
        parameters: {
        };
        /**
         * Say that goods stand at the door
         * @deprecated
         * @description Possible in `sent`.
         */
        post: operations["deliverReplenishment"];
    };
    "/api/operator/v1/replenishments/{replenishment}/-actions/receive": {
        parameters: {
        };
        /**
         * Say what was in the boxes
         * @deprecated
         * @description Possible in `delivered`. Adds a receipt and puts batches into lots. With the last receipt it is `received`: what was announced and did not come, and what came beyond, is a `replenishment_mismatch` in the ledger.
         */
        post: operations["receiveReplenishment"];
    };
    "/api/operator/v1/fulfillment-orders": {
        parameters: {
        };
        /**
         * What warehouses are to ship
         * @deprecated
         * @description Of all brands, unless filtered.
         */
        get: operations["listFulfillmentOrdersAsOperator"];
    };
    "/api/operator/v1/fulfillment-orders/{id}": {
        parameters: {
        };
        /**
         * A fulfillment order
         * @deprecated
         * @description Of any brand, with where it goes.
         */
        get: operations["getFulfillmentOrderAsOperator"];
    };
    "/api/operator/v1/fulfillment-orders/{id}/-actions/acknowledge": {
        parameters: {
        };
        /**
         * Tell that the warehouse knows a fulfillment order
         * @deprecated
         * @description From `requested` to `created`.
         */
        post: operations["acknowledgeFulfillmentOrder"];
    };
    "/api/operator/v1/fulfillment-orders/{id}/-actions/schedule": {
        parameters: {
        };
        /**
         * Tell that a fulfillment order is scheduled
         * @deprecated
         * @description From `created` to `scheduled`.
         */
        post: operations["scheduleFulfillmentOrder"];
    };
    "/api/operator/v1/fulfillment-orders/{id}/-actions/release": {
        parameters: {
        };
        /**
         * Tell that a fulfillment order is being picked
         * @deprecated
         * @description From `scheduled` to `released`.
         */
        post: operations["releaseFulfillmentOrder"];
    };
    "/api/operator/v1/fulfillment-orders/{id}/-actions/request-cancellation": {
        parameters: {
        };
        /**
         * Ask the warehouse to cancel a fulfillment order
         * @deprecated
         * @description From `internal`, `requested`, `created`, `scheduled` to `cancellation_requested`.
         */
        post: operations["requestCancellationFulfillmentOrder"];
    };
    "/api/operator/v1/fulfillment-orders/{id}/-actions/cancel": {
        parameters: {
        };
        /**
         * Tell that the warehouse has cancelled a fulfillment order
         * @deprecated
         * @description From `cancellation_requested` to `cancelled`. The order that it was to ship goes back to the brand.
         */
        post: operations["cancelFulfillmentOrder"];
    };
    "/api/operator/v1/fulfillment-orders/{id}/-actions/ship": {
        parameters: {
        };
        /**
         * Tell that a fulfillment order has left
         * @deprecated
         * @description From `released`, or `cancellation_requested` when the warehouse was faster, to `shipped`. The order that it ships is shipped with it.
         */
        post: operations["shipFulfillmentOrder"];
    };
    "/api/operator/v1/external-orders": {
        parameters: {
        };
        /**
         * Orders from elsewhere
         * @deprecated
         * @description Of all brands, unless filtered.
         */
        get: operations["listExternalOrdersAsOperator"];
    };
    "/api/operator/v1/external-orders/{id}/-actions/arrive": {
        parameters: {
        };
        /**
         * Tell that an order from elsewhere has arrived
         * @deprecated
         * @description From `shipped` to `arrived`, with the event `external_order.arrived`.
         */
        post: operations["arriveExternalOrder"];
    };
    "/api/operator/v1/external-orders/{id}/-actions/cancel": {
        parameters: {
        };
        /**
         * Cancel an order from elsewhere
         * @deprecated
         * @description Until the warehouse picks it. Its batches are free again, with the event `external_order.cancelled`.
         */
        post: operations["cancelExternalOrder"];
    };
    "/api/operator/v1/order-pay-orders": {
        parameters: {
        };
        /**
         * Orders that brands made for customers of their own
         * @deprecated
         * @description Of all brands, unless filtered.
         */
        get: operations["listOrderPayOrdersAsOperator"];
    };
    "/api/operator/v1/order-pay-orders/{order_pay_order}/-actions/confirm-payment": {
        parameters: {
        };
        /**
         * Note that the money of an order came
         * @deprecated
         * @description From `brand_confirmed` to `payment_confirmed`.
         */
        post: operations["confirmPaymentOfOrderPayOrder"];
    };
    "/api/operator/v1/order-pay-orders/{order_pay_order}/-actions/fail-payment": {
        parameters: {
        };
        /**
         * Note that the money of an order will not come
         * @deprecated
         * @description From `brand_confirmed` to `cancelled`.
         */
        post: operations["failPaymentOfOrderPayOrder"];
    };
    "/api/operator/v1/order-pay-orders/{order_pay_order}/-actions/prepare-shipping": {
        parameters: {
        };
        /**
         * Have a paid order prepared
         * @deprecated
         * @description From `payment_confirmed` to `waiting_shipping`.
         */
        post: operations["prepareShippingOfOrderPayOrder"];
    };
    "/api/operator/v1/order-pay-orders/{order_pay_order}/-actions/acknowledge-reception": {
        parameters: {
        };
        /**
         * Note that an order was received
         * @deprecated
         * @description From `shipped` to `received`.
         */
        post: operations["acknowledgeReceptionOfOrderPayOrder"];
    };
    "/api/operator/v1/order-pay-orders/{order_pay_order}/-actions/issue-invoice": {
        parameters: {
        };
        /**
         * Invoice a received order
         * @deprecated
         * @description From `received` to `invoiced`.
         */
        post: operations["issueInvoiceOfOrderPayOrder"];
    };
    "/api/operator/v1/order-pay-orders/{order_pay_order}/-actions/pay-brand": {
        parameters: {
        };
        /**
         * Note that the brand was paid for an order
         * @deprecated
         * @description From `invoiced` to `brand_paid`.
         */
        post: operations["payBrandOfOrderPayOrder"];
    };
    "/api/operator/v1/order-pay-orders/{order_pay_order}/-actions/ship": {
        parameters: {
        };
        /**
         * Note that an order has left
         * @deprecated
         * @description From `waiting_shipping` to `shipped`.
         */
        post: operations["shipOrderPayOrder"];
    };
    "/api/carriers/v1/{carrier}/tracking": {
        parameters: {
        };
        /**
         * Tell where a parcel is
         * @description For carriers. `Carrier-Timestamp` is the time in seconds since 1970, and `Carrier-Signature` the hex HMAC with SHA-256, keyed with the carrier's secret, over the timestamp, a full stop and the body as it is sent. Both are checked, and the timestamp may be 300 seconds off. An event that was told before changes nothing; events may arrive in any order. The first scan ships the order; when all of its parcels have been delivered it is received, if the marketplace shipped it.
         */
        post: operations["reportTracking"];
    };
    "/api/v1/sessions": {
        parameters: {
        };
        /**
         * Your sessions
         * @description Where you are signed in. There are no pages.
         */
        get: operations["listSessions"];
        /**
         * Sign in with email address and password
         * @description Sets the cookie of a new session. If the user has a second factor, the session can do nothing but verify it at first. Wrong attempts slow down further ones, for the address and for the user, and lock nobody out.
         */
        post: operations["signIn"];
    };
    "/api/v1/sessions/current/-actions/verify-second-factor": {
        parameters: {
        };
        /**
         * Complete the sign-in with a second factor
         * @description A code of the authenticator app, or a recovery code. Each works once. Wrong codes slow down further attempts.
         */
        post: operations["verifySecondFactor"];
    };
    "/api/v1/sessions/current/-actions/confirm-password": {
        parameters: {
        };
        /**
         * Give the password again
         * @description Changes to users, secrets and second factors need the password again ten minutes after it was given last (`x-tradehall-password-confirmation`).
         */
        post: operations["confirmPassword"];
    };
    "/api/v1/sessions/current": {
        parameters: {
        };
        /**
         * The session of this request
         * @description Who is signed in, for which account, with which role, and what is missing.
         */
        get: operations["getCurrentSession"];
        /**
         * Sign out
         * @description Ends the session of this request at once, on every node within a second.
         */
        delete: operations["signOut"];
    };
    "/api/v1/sessions/{session}": {
        parameters: {
        };
        /**
         * End one of your sessions
         * @description For a device that is lost. It is signed out within a second.
         */
        delete: operations["endSession"];
    };
    "/api/v1/users/current": {
        parameters: {
        };
        /**
         * The user of the session
         * @description Your own name, address and role.
         */
        get: operations["getCurrentUser"];
        /**
         * Change your name
         * @description First and last name. The address cannot be changed.
         */
        patch: operations["renameCurrentUser"];
    };
    "/api/v1/users/current/-actions/change-password": {
        parameters: {
        };
        /**
         * Change your password
         * @description Ends all other sessions of yours.
         */
        post: operations["changePassword"];
    };
    "/api/v1/users/current/second-factor": {
        parameters: {
        };
        /**
         * Your second factor
         * @description Whether there is one, and how many recovery codes are left. Its secrets are not shown again.
         */
        get: operations["getSecondFactor"];
        /**
         * Get a secret for an authenticator app
         * @description It has no effect before a code of the app is confirmed. Asking again makes another secret.
         */
        post: operations["beginSecondFactor"];
        /**
         * Remove your second factor
         * @description Signing in asks for the password alone from then on. Removing it again changes nothing.
         */
        delete: operations["removeSecondFactor"];
    };
    "/api/v1/users/current/second-factor/-actions/confirm": {
        parameters: {
        };
        /**
         * Enable the second factor with a first code
         * @description The answer shows the recovery codes, this once. The cookie of the session gets a new value; other sessions have to verify a code.
         */
        post: operations["confirmSecondFactor"];
    };
    "/api/v1/users/current/second-factor/-actions/renew-recovery-codes": {
        parameters: {
        };
        /**
         * Replace your recovery codes
         * @description The answer shows the new ones, this once. The old ones are good for nothing.
         */
        post: operations["renewRecoveryCodes"];
    };
    "/api/v1/invitations/-actions/read": {
        parameters: {
        };
        /**
         * What an invitation is about
         * @description By the token of its link, which is in the body, so that no log contains it.
         */
        post: operations["readInvitation"];
    };
    "/api/v1/invitations/-actions/accept": {
        parameters: {
        };
        /**
         * Accept an invitation
         * @description Sets the password and signs in. The link works once.
         */
        post: operations["acceptInvitation"];
    };
    "/api/v1/password-resets": {
        parameters: {
        };
        /**
         * Ask for a mail with which the password can be set anew
         * @description The answer is the same whether or not the address belongs to a user. The link works once, for an hour.
         */
        post: operations["requestPasswordReset"];
    };
    "/api/v1/password-resets/-actions/read": {
        parameters: {
        };
        /**
         * Whom a password reset is for
         * @description By the token of its link, which is in the body, so that no log contains it.
         */
        post: operations["readPasswordReset"];
    };
    "/api/v1/password-resets/-actions/complete": {
        parameters: {
        };
        /**
         * Set the password anew
         * @description Ends all sessions of the user and starts one, which asks for the second factor if there is one. The link works once.
         */
        post: operations["completePasswordReset"];
    };
    "/api/v1/users": {
        parameters: {
        };
        /**
         * The users of your account
         * @description Those who may sign in, are invited, or are suspended. There are no pages.
         */
        get: operations["listUsers"];
        /**
         * Invite somebody to your account
         * @description They get a mail with a link to choose a password, which works once within seven days. Currency and country are yours.
         */
        post: operations["inviteUser"];
    };
    "/api/v1/users/{user}": {
        parameters: {
        };
        /**
         * A user of your account
         * @description A user of another account answers 403.
         */
        get: operations["getUser"];
        /**
         * Remove a user
         * @description The user is signed out within a second, and the address can be invited anew. Applications that acted in the name of the user go on in yours.
         */
        delete: operations["removeUser"];
    };
    "/api/v1/audit": {
        parameters: {
        };
        /**
         * Who did what to users and applications of your account
         * @description For owners of brands and retailers, newest first. An entry is written with what it tells, and holds no secret.
         */
        get: operations["listAuditOfAccount"];
    };
    "/api/v1/users/{user}/-actions/change-role": {
        parameters: {
        };
        /**
         * Change the role of a user
         * @description Ends the sessions of the user, who signs in with the new role.
         */
        post: operations["changeUserRole"];
    };
    "/api/v1/users/{user}/-actions/suspend": {
        parameters: {
        };
        /**
         * Suspend a user
         * @description The user is signed out within a second and cannot sign in. Applications go on.
         */
        post: operations["suspendUser"];
    };
    "/api/v1/users/{user}/-actions/resume": {
        parameters: {
        };
        /**
         * Let a suspended user sign in again
         * @description With the same password and second factor.
         */
        post: operations["resumeUser"];
    };
    "/api/v1/users/{user}/-actions/invite": {
        parameters: {
        };
        /**
         * Send the invitation again
         * @description With a new link; the one before it ends.
         */
        post: operations["inviteUserAgain"];
    };
    "/api/v1/activity": {
        parameters: {
        };
        /**
         * What has changed
         * @description One small answer for clients that poll: a version for each resource type, and what fails. Requests to it have a limit of their own, 120 a minute.
         */
        get: operations["getActivity"];
    };
}
export interface webhooks {
    "order.brand_created": {
        parameters: {
        };
        /**
         * order.brand_created happened
         * @description A retailer submitted an order.
         */
        post: operations["onOrderBrandCreated"];
    };
    "order.brand_accepted": {
        parameters: {
        };
        /**
         * order.brand_accepted happened
         * @description The brand accepted the order.
         */
        post: operations["onOrderBrandAccepted"];
    };
    "order.brand_confirmed": {
        parameters: {
        };
        /**
         * order.brand_confirmed happened
         * @description The brand accepted the order. Fires together with `order.brand_accepted`.
         */
        post: operations["onOrderBrandConfirmed"];
    };
    "order.brand_rejected": {
        parameters: {
        };
        /**
         * order.brand_rejected happened
         * @description The brand rejected the order.
         */
        post: operations["onOrderBrandRejected"];
    };
    "order.billing_address_updated": {
        parameters: {
        };
        /**
         * order.billing_address_updated happened
         * @description The billing address changed.
         */
        post: operations["onOrderBillingAddressUpdated"];
    };
    "order.shipping_address_updated": {
        parameters: {
        };
        /**
         * order.shipping_address_updated happened
         * @description The shipping address changed.
         */
        post: operations["onOrderShippingAddressUpdated"];
    };
    "order.shipping_labels_generated": {
        parameters: {
        };
        /**
         * order.shipping_labels_generated happened
         * @description The labels of the marketplace are there to be downloaded.
         */
        post: operations["onOrderShippingLabelsGenerated"];
    };
    "order.shipped": {
        parameters: {
        };
        /**
         * order.shipped happened
         * @description The order left, by the marketplace's shipping or the brand's own.
         */
        post: operations["onOrderShipped"];
    };
    "order.shipment_received": {
        parameters: {
        };
        /**
         * order.shipment_received happened
         * @description The retailer received the order.
         */
        post: operations["onOrderShipmentReceived"];
    };
    "order.received": {
        parameters: {
        };
        /**
         * order.received happened
         * @description The retailer received the order. Fires together with `order.shipment_received`.
         */
        post: operations["onOrderReceived"];
    };
    "order.shipment_refused": {
        parameters: {
        };
        /**
         * order.shipment_refused happened
         * @description The retailer refused the order on its arrival.
         */
        post: operations["onOrderShipmentRefused"];
    };
    "order.brand_paid": {
        parameters: {
        };
        /**
         * order.brand_paid happened
         * @description The brand was paid for the order.
         */
        post: operations["onOrderBrandPaid"];
    };
    "order.cancelled": {
        parameters: {
        };
        /**
         * order.cancelled happened
         * @description The order was cancelled.
         */
        post: operations["onOrderCancelled"];
    };
    "order.brand_accepted_reverted": {
        parameters: {
        };
        /**
         * order.brand_accepted_reverted happened
         * @description The decision of the brand was taken back; the order waits for it again.
         */
        post: operations["onOrderBrandAcceptedReverted"];
    };
    "order.shipping_labels_generated_reverted": {
        parameters: {
        };
        /**
         * order.shipping_labels_generated_reverted happened
         * @description The labels were reset; the order waits for a new quote.
         */
        post: operations["onOrderShippingLabelsGeneratedReverted"];
    };
    "external_order.created": {
        parameters: {
        };
        /**
         * external_order.created happened
         * @deprecated
         * @description An order from elsewhere was created. Sent until 2026-12-01T00:00:00.000Z.
         */
        post: operations["onExternalOrderCreated"];
    };
    "external_order.awaiting_fulfillment": {
        parameters: {
        };
        /**
         * external_order.awaiting_fulfillment happened
         * @deprecated
         * @description It waits for its fulfillment. Sent until 2026-12-01T00:00:00.000Z.
         */
        post: operations["onExternalOrderAwaitingFulfillment"];
    };
    "external_order.cancelled": {
        parameters: {
        };
        /**
         * external_order.cancelled happened
         * @deprecated
         * @description It was cancelled. Sent until 2026-12-01T00:00:00.000Z.
         */
        post: operations["onExternalOrderCancelled"];
    };
    "external_order.shipped": {
        parameters: {
        };
        /**
         * external_order.shipped happened
         * @deprecated
         * @description It left the warehouse. Sent until 2026-12-01T00:00:00.000Z.
         */
        post: operations["onExternalOrderShipped"];
    };
    "external_order.arrived": {
        parameters: {
        };
        /**
         * external_order.arrived happened
         * @deprecated
         * @description It arrived and is complete. Sent until 2026-12-01T00:00:00.000Z.
         */
        post: operations["onExternalOrderArrived"];
    };
}
export interface components {
    schemas: {
        Errors: {
            jsonapi: components["schemas"]["JsonApi"];
            /** @description All that is wrong, one entry for each field. */
            errors: {
                /** @description The HTTP status, as a text. */
                status: string;
                /** @description What is wrong and, where it helps, what was expected. */
                detail: string;
                /** @description What kind of problem it is, the same each time. */
                title?: string;
                /** @description A stable name of the problem for programs, where it has one. */
                code?: string;
                /** @description What caused it. */
                source?: {
                    /** @description The field of the body, in dots. */
                    pointer?: string;
                    /** @description The query parameter. */
                    parameter?: string;
                    /** @description The header of the request. */
                    header?: string;
                };
                /** @description Figures that belong to the problem. */
                meta?: {
                    [key: string]: unknown;
                };
            }[];
        };
        /** @description An error of the token endpoint, as OAuth 2.0 wants it. */
        OAuthError: {
            /** @description What kind of error it is, by the names of RFC 6749. */
            error: string;
            /** @description What is wrong, in words. */
            error_description?: string;
        };
        /** @description Multiply an amount in `fromCurrency` by `rate` to have it in `toCurrency`. */
        CurrencyRate: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "currency-rates";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description Currency of the amount that you have. */
                fromCurrency?: string;
                /** @description Currency that you want. */
                toCurrency?: string;
                /** @description How much one unit of `fromCurrency` is in `toCurrency`. */
                rate?: number;
                /**
                 * Format: date
                 * @description The day of the rate.
                 */
                date?: string;
            };
        };
        /** @description The format of this document. */
        JsonApi: {
            /**
             * @description Version of JSON:API that the document follows.
             * @constant
             */
            version: "1.0";
        };
        /** @description Its id is the verification token; the six-digit code travels by mail only. */
        EmailVerification: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "email-verifications";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * Format: email
                 * @description The address to verify.
                 */
                email?: string;
                /** @description How long a code is good after it was mailed. */
                expiresInMinutes?: number;
                /**
                 * Format: date-time
                 * @description When the right code arrived; null until then.
                 */
                verifiedAt?: string | null;
            };
        };
        /** @description Currency, country and browser session of a user. */
        UserConfig: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "user-configs";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description Currency that the user sees prices in, a code of ISO 4217. */
                currency?: string;
                /** @description Country of the user, a code of ISO 3166-1. */
                country?: string;
                /** @description Identifies the browser session of the user's last visit. */
                browserId?: string;
            };
        };
        /** @description Settings of the marketplace that clients need. */
        PlatformConfig: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "platform-configs";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description Base of asset addresses, such as product images. */
                cdn?: string;
                /** @description Public key of the payment provider for payment flows in the browser. */
                paymentPublicKey?: string;
            };
        };
        /** @description Names a resource. */
        ProductVariantIdentifier: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "productVariant";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
        };
        /** @description Names a resource. */
        ProductOptionIdentifier: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "product-options";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
        };
        Image: {
            /** @description Its place among the images. */
            order: number;
            /**
             * Format: uri
             * @description Where the image is.
             */
            url: string;
        };
        /** @description What a brand sells. Its prices are those of its first variant, its flags follow its variants'. */
        Product: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "product";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description What it is called, in `language`. */
                name?: string;
                /** @description What there is to say of it, in `language`. */
                description?: string | null;
                /** @description Language of name and description, two letters. */
                language?: string;
                /** @description Its size, in words of the brand. */
                dimensions?: string | null;
                /** @description What is in it without packaging, in words of the brand. */
                netWeight?: string | null;
                /** @description How much it holds, in words of the brand. */
                capacity?: string | null;
                /** @description Place in the brand's catalog, lower is earlier. */
                position?: number;
                /** @description Pieces in one pack; stock and orders count packs. */
                unitMultiplier?: number;
                /** @description VAT in percent. */
                vatRate?: number;
                /** @description A fraction: 0.1 is ten percent off. */
                discountRate?: number;
                /**
                 * @deprecated
                 * @description Number of its kind of product; null when nobody has told one. Absent in lists.
                 */
                productTypeId?: number | null;
                /** @description Whether it is for sale. */
                active?: boolean;
                /** @description Whether none of its variants can be ordered. */
                outOfStock?: boolean;
                /** @description Whether it was taken out of the catalog: all of its variants are archived. */
                archived?: boolean;
                /** @description Suggested shelf price of a piece, in minor units of the brand's currency. */
                retailPrice?: number;
                /** @description What a retailer pays for a piece after the discount of the product, in minor units of the brand's currency. */
                wholesalePrice?: number;
                /** @description Wholesale price of a piece as the brand set it, before discounts, in minor units of the brand's currency. */
                originalWholesalePrice?: number;
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
                /**
                 * Format: date-time
                 * @description When the search of the marketplace took it in; null until then.
                 */
                indexedAt?: string | null;
                /**
                 * Format: date-time
                 * @description When it was changed last.
                 */
                updatedAt?: string;
                /** @description Pictures, by `order`, lower first. Absent in lists. */
                images?: components["schemas"]["Image"][];
                /** @description Marks such as `tags_organic` or `tags_vegan`. Absent in lists. */
                tags?: string[];
            };
            /** @description What it is related to. */
            relationships?: {
                /** @description What is ordered and counted. A product without choices has one. */
                productVariant?: {
                    /** @description Type and id of each. */
                    data: components["schemas"]["ProductVariantIdentifier"][];
                };
                /**
                 * @deprecated
                 * @description Deprecated: the variant of the same id, with fewer attributes.
                 */
                productOption?: {
                    /** @description Type and id of each. */
                    data: components["schemas"]["ProductOptionIdentifier"][];
                };
            };
        };
        /** @description Names a resource. */
        ProductIdentifier: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "product";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
        };
        /** @description What is ordered and counted. A product without choices has one. */
        ProductVariant: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "productVariant";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description Name of the product and of this choice. */
                name?: string;
                /** @description The brand's own article number. */
                sku?: string;
                /** @description International article number of 13 characters, usually an EAN; null when it has none. */
                ian?: string | null;
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
                /**
                 * Format: date-time
                 * @description When it was changed last.
                 */
                updatedAt?: string;
                /**
                 * Format: date-time
                 * @description When it was taken out of the catalog; null while it is there.
                 */
                archivedAt?: string | null;
                /** @description Suggested shelf price of a piece, in minor units of the brand's currency. */
                retailPrice?: number;
                /** @description What a retailer pays for a piece after the discount of the product, in minor units of the brand's currency. */
                wholesalePrice?: number;
                /** @description Wholesale price of a piece as the brand set it, before discounts, in minor units of the brand's currency. */
                originalWholesalePrice?: number;
                /** @description Packs that can be ordered; below zero when oversold. Null when always in stock. */
                availableQuantity?: number | null;
                /** @description Packs held by orders that are not shipped. */
                reservedQuantity?: number;
                /** @description Packs on hand: available plus reserved. Null when always in stock. */
                stockQuantity?: number | null;
                /** @description Whether stock is not tracked and any quantity can be ordered. */
                isAlwaysInStock?: boolean;
                /**
                 * @description `deny` refuses orders beyond what is available, `continue` takes them.
                 * @enum {string}
                 */
                inventoryPolicy?: "deny" | "continue";
                /**
                 * Format: uuid
                 * @description What warehouses call it; null when none holds it. Absent in lists.
                 */
                fulfillableId?: string | null;
                /**
                 * Format: date
                 * @description The day from which a pre-order ships; null when it is not one. Absent in lists.
                 */
                availableAt?: string | null;
                /** @description Pictures, by `order`, lower first. Absent in lists. */
                images?: components["schemas"]["Image"][];
            };
            /** @description What it is related to. */
            relationships?: {
                /** @description What a brand sells. Its prices are those of its first variant, its flags follow its variants'. */
                product?: {
                    /** @description Type and id; null when there is none. */
                    data: components["schemas"]["ProductIdentifier"] | null;
                };
            };
        };
        /** @description Deprecated: the variant of the same id, with fewer attributes. */
        ProductOption: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "product-options";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description Name of the product and of this choice. */
                name?: string;
                /** @description The brand's own article number. */
                sku?: string;
                /** @description International article number of 13 characters, usually an EAN; null when it has none. */
                ian?: string | null;
                /** @description Whether it cannot be ordered now. */
                outOfStock?: boolean;
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
                /**
                 * Format: date-time
                 * @description When it was changed last.
                 */
                updatedAt?: string;
                /**
                 * Format: date-time
                 * @description When it was taken out of the catalog; null while it is there.
                 */
                archivedAt?: string | null;
            };
            /** @description What it is related to. */
            relationships?: {
                /** @description What a brand sells. Its prices are those of its first variant, its flags follow its variants'. */
                product?: {
                    /** @description Type and id; null when there is none. */
                    data: components["schemas"]["ProductIdentifier"] | null;
                };
            };
        };
        /** @description Addresses to follow; a link is absent when there is no page in that direction. */
        PageLinks: {
            /**
             * Format: uri
             * @description The first page.
             */
            first: string;
            /**
             * Format: uri
             * @description The page after this one.
             */
            next?: string;
            /**
             * Format: uri
             * @description The page before this one.
             */
            prev?: string;
        };
        /** @description What the asking retailer pays for a variant now. */
        VariantPrice: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "product-variant-prices";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description The price of a piece before discounts for this retailer. */
                original_wholesale_price?: {
                    /** @description In minor units of `currency`. */
                    amount: number;
                    /** @description Currency of the brand, a code of ISO 4217. */
                    currency: string;
                };
                /** @description What this retailer pays for a piece. */
                wholesale_price?: {
                    /** @description In minor units of `currency`. */
                    amount: number;
                    /** @description Currency of the brand, a code of ISO 4217. */
                    currency: string;
                };
                /** @description The highest discount that applies, in percent; 0 when none does. */
                discount_rate?: number;
            };
        };
        /** @description Addresses to follow. */
        RelationshipLinks: {
            /**
             * Format: uri
             * @description What it is related to.
             */
            related: string;
            /**
             * Format: uri
             * @description Type and id of each of them.
             */
            self: string;
        };
        /** @description What came of the call to `callbackUrl`; there is one attempt. */
        IntegrationCallback: {
            /** @description `waiting` until the operation has ended, `sending`, `delivered` for an answer of 2xx within 3 seconds, `refused` for another one, or why there was none. */
            outcome: string;
            /** @description Status of the answer. */
            status: number | null;
            /** @description What went wrong, as a sentence. */
            detail: string | null;
            /** @description How long it took. */
            durationMs: number | null;
            /**
             * Format: date-time
             * @description When it was sent.
             */
            attemptedAt: string | null;
        };
        /** @description Many products that are imported, updated or deleted in the background. */
        IntegrationOperation: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "catalog-integration-operation";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description The platform that the products come from, or `other`. */
                source?: string;
                /**
                 * @description What is done with the products.
                 * @enum {string}
                 */
                operationType?: "import" | "update" | "delete";
                /**
                 * @description How far it is. `pending`: another operation of the brand runs. `skipped`: it had no products.
                 * @enum {string}
                 */
                status?: "created" | "pending" | "started" | "skipped" | "succeeded" | "partially_failed" | "failed" | "cancelled";
                /** @description What an update sets; empty: stock and prices, or everything when the source is `other`. */
                updateFields?: ("stock" | "prices" | "name" | "description" | "dimensions" | "images" | "tags" | "unit_multiplier" | "vat_rate" | "retail_price" | "wholesale_price")[];
                /**
                 * Format: uri
                 * @description The address that is told when it has ended.
                 */
                callbackUrl?: string | null;
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
                /**
                 * Format: date-time
                 * @description When it began to run; null until then.
                 */
                startedAt?: string | null;
                /**
                 * Format: date-time
                 * @description When it ended; null until then.
                 */
                completedAt?: string | null;
                /** @description Products that were attached. */
                totalProductsCount?: number;
                /** @description Products that were processed with success. */
                processedProductsCount?: number;
                /** @description Products that failed. */
                failedProductsCount?: number;
            };
            /** @description What it is related to. */
            relationships?: {
                /** @description What became of each product. */
                results?: {
                    links: components["schemas"]["RelationshipLinks"];
                };
            };
            /** @description Addresses. */
            links: {
                /**
                 * Format: uri
                 * @description Where the resource is.
                 */
                self: string;
            };
            /** @description What is said beside the fields. */
            meta: {
                callback: components["schemas"]["IntegrationCallback"] | null;
            };
        };
        /** @description About this page of the list. */
        PageMeta: {
            /** @description Where in the list this page is. */
            page: {
                /** @description Cursor of the first row of this page; null when it is empty. */
                from: string | null;
                /** @description Cursor of the last row of this page; null when it is empty. */
                to: string | null;
                /** @description Whether there is a next page. */
                hasMore: boolean;
                /** @description The limit that was used. */
                perPage: number;
            };
        };
        /** @description One thing that is wrong. */
        IntegrationIssue: {
            /** @description Where in the attributes; absent for what is not about a field. */
            field?: string;
            /**
             * @description What kind of issue it is; absent for technical failures. `invalid_image`: no image could be downloaded from the address.
             * @enum {string}
             */
            reason?: "required_field" | "invalid_field" | "invalid_image" | "internal_error";
            /** @description What was expected, and what was seen. */
            message: string;
        };
        /** @description What became of one product of an operation. */
        IntegrationResult: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "catalog-integration-result";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description The brand's own name of the product. */
                externalProductId?: string;
                /**
                 * @description How it ended.
                 * @enum {string}
                 */
                status?: "success" | "failure";
                /**
                 * @description `validation_error`: the product has to be changed. `internal_error`: it may be sent again as it is.
                 * @enum {string|null}
                 */
                failureReason?: "validation_error" | "internal_error" | null;
                /** @description Everything that is wrong with it. */
                issues?: components["schemas"]["IntegrationIssue"][];
            };
        };
        /** @description Names what became of one product of an operation. */
        IntegrationResultLink: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "catalog-integration-result";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
        };
        /** @description A product that did not pass the last import with such products. */
        IntegrationDraft: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "catalog-integration-draft";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description The brand's own name of the product. */
                externalProductId?: string;
                /**
                 * Format: uuid
                 * @description The import that it was part of.
                 */
                operationId?: string;
                /** @description The product as it was sent. */
                entry?: {
                    [key: string]: unknown;
                };
                /** @description Everything that is wrong with it. */
                issues?: components["schemas"]["IntegrationIssue"][];
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
            };
        };
        /** @description What failed in an operation on the catalog, as a workbook that can be corrected and imported. Made in the background: read it until it is `completed` or `failed`. */
        ErrorReport: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "catalog-exchange-error-report";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * Format: uuid
                 * @description The operation.
                 */
                pimImportJobId?: string;
                /**
                 * Format: uuid
                 * @description Whose report it is.
                 */
                brandUuid?: string;
                /**
                 * @description How far it is.
                 * @enum {string}
                 */
                status?: "created" | "started" | "completed" | "failed";
                /** @description Name of the download. */
                filename?: string;
                /** @description Why there is no file; null unless it failed. */
                failureReason?: string | null;
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
                /**
                 * Format: date-time
                 * @description When it was begun; null until then.
                 */
                startedAt?: string | null;
                /**
                 * Format: date-time
                 * @description When the file was made; null until then.
                 */
                completedAt?: string | null;
                /**
                 * Format: date-time
                 * @description When the file is deleted: 30 days after it was made.
                 */
                expiresAt?: string | null;
                /**
                 * Format: uri
                 * @description Where the file is, with a token like all else; null while there is none.
                 */
                downloadUrl?: string | null;
            };
        };
        UpdateExternalIntegrationStatusBody: {
            /**
             * @description The shop platform.
             * @enum {string}
             */
            platform: "shopify" | "woocommerce" | "prestashop" | "magento" | "wix";
            /**
             * @description Whether the brand is connected with it from now on.
             * @enum {string}
             */
            status: "enabled" | "disabled";
        };
        /** @description The connection of a brand with a shop platform. */
        ExternalIntegration: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "external-integrations";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description The shop platform. */
                platform?: string;
                /**
                 * @description Whether the brand is connected with it.
                 * @enum {string}
                 */
                status?: "enabled" | "disabled";
            };
        };
        /**
         * @description Where an order is in its life. A new one is `ankor_confirmed` and waits for the brand to accept (`brand_confirmed`) or to reject it (`rejected`, then `cancelled`); later it is `shipped`, `received`, `invoiced` and `brand_paid`.
         * @enum {string}
         */
        OrderStatus: "ankor_confirmed" | "rejected" | "brand_confirmed" | "shipping_labels_generated" | "fulfillment_requested" | "shipped" | "received" | "reception_refused" | "invoiced" | "brand_paid" | "cancelled";
        /** @description An address of an order. */
        OrderAddress: {
            /** @description Name of a person. */
            name: string | null;
            /** @description Name of a company or a shop. */
            organisationName: string | null;
            /** @description Street and number. */
            street: string | null;
            /** @description Town. */
            city: string | null;
            /** @description Postal code. */
            postalCode: string | null;
            /** @description Country, a code of ISO 3166-1. */
            countryCode: string | null;
        };
        /** @description The confirmed quote, or the cheapest of the newest request. */
        LatestQuote: {
            /**
             * Format: uuid
             * @description Id of the quote.
             */
            id: string;
            /** @description Who would carry it: a carrier, or `custom` when the brand does it by itself. */
            provider: string;
            /** @description Whose price it is. */
            rateProvider: string;
            /** @description The price of these parcels. */
            rateAmount: {
                /** @description In minor units of the currency. */
                amount: number;
                /** @description Its currency, a code of ISO 4217. */
                currency: string;
            };
            /** @description What the brand pays or gets; null when that is nothing. */
            shippingCostsOverview: {
                /** @description In minor units of the currency. */
                amount: number;
                /** @description Its currency, a code of ISO 4217. */
                currency: string;
                /**
                 * @description What it is to the brand.
                 * @enum {string}
                 */
                type: "fee" | "refund";
            } | null;
        };
        /** @description What the carrier has told last. */
        TrackingStatus: {
            /**
             * @description Where it is on its way.
             * @enum {string}
             */
            status: "UNKNOWN" | "PRE_TRANSIT" | "TRANSIT" | "DELIVERED" | "RETURNED" | "FAILURE";
            /** @description The carrier's words; null without any. */
            statusDetails: string | null;
            /**
             * Format: date-time
             * @description When that happened; null before the first scan.
             */
            updatedAt: string | null;
            /** @description Where that happened. */
            location: {
                /** @description Town. */
                city: string | null;
                /** @description Region. */
                state: string | null;
                /** @description Postal code. */
                zip: string | null;
                /** @description Country, a code of ISO 3166-1. */
                country: string | null;
            };
        };
        /** @description A parcel of the order. */
        OrderParcel: {
            /** @description Its length. */
            length: number;
            /** @description Its width. */
            width: number;
            /** @description Its height. */
            height: number;
            /**
             * @description The unit of its sides.
             * @constant
             */
            distanceUnit: "cm";
            /** @description Its weight. */
            weight: number;
            /**
             * @description The unit of its weight.
             * @constant
             */
            massUnit: "g";
            /** @description Its label and where it is; null before there is a label. */
            trackedPackage: {
                /** @description The label as a PDF, for your token; without a token for a day from now. Null when there is none. */
                labelUrl: string | null;
                /**
                 * Format: date-time
                 * @description When it is expected to arrive; null if nobody has told.
                 */
                eta: string | null;
                /** @description The carrier's number. */
                trackingNumber: string;
                /** @description Where to follow it; null if there is no page. */
                trackingLink: string | null;
                currentStatus: components["schemas"]["TrackingStatus"];
            } | null;
        };
        /** @description How the order will be shipped, and how it is. */
        ShippingOverview: {
            /** @description How it can be shipped: `custom` is a carrier of the brand; `marketplace` is missing where its label service does not go. */
            availableShippingMethods: ("custom" | "marketplace")[];
            shipToAddress: components["schemas"]["OrderAddress"];
            /** @description When it is expected to leave. */
            expectedShippingDates: {
                /**
                 * Format: date-time
                 * @description The earliest, from the lead time of the brand.
                 */
                minimum: string;
                /**
                 * Format: date-time
                 * @description The latest, from the lead time of the brand.
                 */
                maximum: string;
                /**
                 * Format: date-time
                 * @description The latest as the brand has told it since; null if it has not.
                 */
                updatedMaximum: string | null;
            };
            /** @description Who carries it; `other` for an unknown carrier; null until it is confirmed. */
            provider: string | null;
            /** @description What the brand told of its own shipment; null if it told nothing. */
            tracking: {
                /** @description May be empty. */
                number: string;
                /** @description May be empty. */
                link: string;
            } | null;
            latestQuote: components["schemas"]["LatestQuote"] | null;
            /** @description Its parcels; none before the first quote. */
            parcels: components["schemas"]["OrderParcel"][];
            /** @description Pickup and tracking; null before there are labels or it was shipped. */
            transaction: {
                /** @description When the carrier comes for it; null if no pickup was booked. */
                pickup: {
                    /**
                     * Format: date-time
                     * @description The day.
                     */
                    pickupDate: string;
                    /** @description From when on. */
                    readyTime: string;
                    /** @description Until when. */
                    closeTime: string;
                    /** @description The carrier's name of it. */
                    externalReferenceId: string;
                } | null;
                /** @description Where the whole shipment is. */
                tracking: {
                    /**
                     * Format: date-time
                     * @description When it is expected to arrive; null if nobody has told.
                     */
                    eta: string | null;
                    /** @description The carrier's number; null if nobody has told it. */
                    trackingNumber: string | null;
                    /** @description Where to follow it; null if there is no page. */
                    trackingLink: string | null;
                    currentStatus: components["schemas"]["TrackingStatus"];
                };
            } | null;
        };
        /** @description Its fields; those that `fields[…]` left out are absent. */
        OrderAttributes: {
            /**
             * Format: uuid
             * @description The same as the id.
             */
            masterOrderId?: string;
            /** @description Where an order is in its life. A new one is `ankor_confirmed` and waits for the brand to accept (`brand_confirmed`) or to reject it (`rejected`, then `cancelled`); later it is `shipped`, `received`, `invoiced` and `brand_paid`. */
            status?: components["schemas"]["OrderStatus"];
            /** @description The number that people use, on labels and in mails. */
            reference?: number;
            /** @description Currency that the brand is paid in. */
            brandCurrency?: string;
            /** @description What the brand is paid: the total with VAT and the billing items, in minor units of the currency. */
            brandNetAmount?: number;
            /** @description All items without VAT, in minor units of the currency. */
            brandTotalAmount?: number;
            /** @description The VAT of all items, in minor units of the currency. */
            brandTotalAmountVat?: number;
            /** @description All items with VAT, in minor units of the currency. */
            brandTotalAmountWithVat?: number;
            /** @description Why the brand rejected it: its words, or the type where it gave none. Null if it did not. */
            brandRejectReason?: string | null;
            /** @description Why the retailer refused what arrived; null if it did not. */
            retailerRejectReason?: string | null;
            /** @description Why the retailer asks for a cancellation; null when it does not. Reject the order, or accept it all the same. */
            retailerCancellationRequestReason?: string | null;
            /** @description Name on the invoice: a person. */
            billingName?: string | null;
            /** @description Name on the invoice: a company or a shop. */
            billingOrganisationName?: string | null;
            /** @description Street and number of the billing address. */
            billingStreet?: string | null;
            /** @description Postal code of the billing address. */
            billingPostalCode?: string | null;
            /** @description Town of the billing address. */
            billingCity?: string | null;
            /** @description Country of the billing address, a code of ISO 3166-1. */
            billingCountryCode?: string | null;
            /**
             * Format: date-time
             * @description When the retailer ordered.
             */
            submittedAt?: string;
            /**
             * Format: date-time
             * @description When the brand shipped it; null until then.
             */
            shippedAt?: string | null;
            /**
             * Format: date-time
             * @description When the brand was paid; null while the payment is pending.
             */
            brandPaidAt?: string | null;
            /**
             * Format: date-time
             * @deprecated
             * @description When the retailer began it, so before `submittedAt`; use that.
             */
            createdAt?: string;
            /**
             * Format: date-time
             * @description When the order itself changed last; its items have their own.
             */
            updatedAt?: string;
            /**
             * @description Who ships it: `custom` is a carrier of the brand. Null until it is chosen.
             * @enum {string|null}
             */
            shippingMethod?: "marketplace" | "custom" | "fulfillment" | null;
            /** @description How the order will be shipped, and how it is. Absent in lists. */
            shippingOverview?: components["schemas"]["ShippingOverview"];
        };
        /** @description Names a resource. */
        RetailerIdentifier: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "retailer";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
        };
        /** @description Names a resource. */
        BillingItemIdentifier: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "billing-items";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
        };
        /** @description Names a resource. */
        OrderItemIdentifier: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "order-items";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
        };
        /** @description What it is related to. */
        OrderRelationships: {
            /** @description Who ordered. */
            retailer?: {
                /** @description Type and id; null when there is none. */
                data: components["schemas"]["RetailerIdentifier"] | null;
            };
            /** @description A fee or a refund of an order. */
            billingItems?: {
                /** @description Type and id of each. */
                data: components["schemas"]["BillingItemIdentifier"][];
            };
            /** @description A line of an order. */
            orderItems?: {
                /** @description Type and id of each. */
                data: components["schemas"]["OrderItemIdentifier"][];
            };
            /** @description The variants of all items, when they are included. */
            "orderItems-productVariant"?: {
                /** @description Type and id of each. */
                data: components["schemas"]["ProductVariantIdentifier"][];
            };
            /** @description The products of all items, when they are included. */
            "orderItems-productVariant-product"?: {
                /** @description Type and id of each. */
                data: components["schemas"]["ProductIdentifier"][];
            };
            /**
             * @deprecated
             * @description As `orderItems-productVariant`, in the older form.
             */
            "orderItems-productOption"?: {
                /** @description Type and id of each. */
                data: components["schemas"]["ProductOptionIdentifier"][];
            };
            /**
             * @deprecated
             * @description As `orderItems-productVariant-product`, in the older form.
             */
            "orderItems-productOption-product"?: {
                /** @description Type and id of each. */
                data: components["schemas"]["ProductIdentifier"][];
            };
        };
        /** @description What a retailer ordered from a brand. */
        Order: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "order";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            attributes: components["schemas"]["OrderAttributes"];
            relationships?: components["schemas"]["OrderRelationships"];
        };
        /** @description Who ordered. */
        Retailer: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "retailer";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description Null for a sole trader. */
                companyName?: string | null;
                /** @description Name of the shop. */
                storeName?: string | null;
                /** @description Website of the shop. */
                storeUrl?: string | null;
                /** @description Where the retailer gets mail. */
                email?: string | null;
                /** @description First name of the contact person. */
                firstName?: string | null;
                /** @description Last name of the contact person. */
                lastName?: string | null;
                /** @description Number at the tax office. */
                taxNumber?: string | null;
                /** @description VAT number, with the letters of its country. */
                vatNumber?: string | null;
                /** @description Number at the customs of the European Union. */
                eoriNumber?: string | null;
                /** @description Phone number with a plus sign and the country code. */
                phoneNumberE164?: string | null;
                /** @description The tax or VAT number to use, or the number of a sole trader. */
                businessIdentifier?: string | null;
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
                /**
                 * Format: date-time
                 * @description When it was changed last.
                 */
                updatedAt?: string;
            };
        };
        /** @description A fee or a refund of an order. */
        BillingItem: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "billing-items";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * @description All but `brand_shipping_fees` are added to the net amount; that one is positive and subtracted.
                 * @enum {string}
                 */
                type?: "brand_platform_fees" | "brand_new_customer_fees" | "brand_payment_fees" | "brand_fast_payment" | "brand_flat_shipping_fees" | "brand_shipping_fees" | "brand_shipping_fees_refund" | "brand_shipping_fees_discount";
                /** @description Currency of the amounts, a code of ISO 4217. */
                currency?: string;
                /** @description VAT in percent. */
                vatRate?: number;
                /** @description What one euro was in the currency when the order was submitted. */
                currencyRate?: number;
                /** @description Without VAT, in minor units of the currency. */
                amount?: number;
                /** @description The VAT, in minor units of the currency. */
                amountVat?: number;
                /** @description With VAT, in minor units of the currency. */
                amountWithVat?: number;
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
                /**
                 * Format: date-time
                 * @description When it was changed last.
                 */
                updatedAt?: string;
            };
        };
        /** @description A line of an order. */
        OrderItem: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "order-items";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description Currency of the amounts, a code of ISO 4217. */
                brandCurrency?: string;
                /** @description How many packs. */
                quantity?: number;
                /** @description How many pieces: packs times pieces in a pack. */
                multipliedQuantity?: number;
                /** @description VAT in percent. */
                vatRate?: number;
                /** @description The price of a piece without VAT, in minor units of the currency. */
                brandUnitPrice?: number;
                /** @description All pieces without VAT, in minor units of the currency. */
                brandAmount?: number;
                /** @description The VAT of all pieces, in minor units of the currency. */
                brandAmountVat?: number;
                /** @description All pieces with VAT, in minor units of the currency. */
                brandAmountWithVat?: number;
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
                /**
                 * Format: date-time
                 * @description When it was changed last.
                 */
                updatedAt?: string;
            };
            /** @description What it is related to. */
            relationships?: {
                /** @description What is ordered and counted. A product without choices has one. */
                productVariant?: {
                    /** @description Type and id; null when there is none. */
                    data: components["schemas"]["ProductVariantIdentifier"] | null;
                };
                /**
                 * @deprecated
                 * @description Deprecated: the variant of the same id, with fewer attributes.
                 */
                productOption?: {
                    /** @description Type and id; null when there is none. */
                    data: components["schemas"]["ProductOptionIdentifier"] | null;
                };
            };
        };
        /** @description One entry of the history of an order. */
        OrderMove: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "order-moves";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description What was asked for; `edit-…-address` and `request-cancellation` change no status. */
                command?: string;
                /** @description The status before it; null for the first entry. */
                from?: components["schemas"]["OrderStatus"] | null;
                /** @description The status after it. */
                to?: components["schemas"]["OrderStatus"];
                /**
                 * @description Who did it.
                 * @enum {string}
                 */
                movedBy?: "brand" | "marketplace" | "carrier" | "retailer";
                /**
                 * Format: uuid
                 * @description Which of your applications did it; null for others.
                 */
                applicationId?: string | null;
                /**
                 * Format: uuid
                 * @description Which of your users did it in a session; null for others.
                 */
                userId?: string | null;
                /**
                 * Format: uuid
                 * @description Id of the event that it fired; null if there was none.
                 */
                eventId?: string | null;
                /** @description Name of the event that it fired; null if there was none. */
                eventType?: string | null;
                /** @description What was said or changed with it. */
                details?: {
                    [key: string]: unknown;
                };
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
            };
        };
        /**
         * @description Why it is rejected.
         * @enum {string}
         */
        RejectType: "BRAND_ALREADY_HAS_CUSTOMER_IN_THE_AREA" | "BRAND_CANNOT_DELIVER_TO_THE_AREA" | "BRAND_HAS_EXCLUSIVE_DISTRIBUTOR_IN_THE_REGION" | "BUYER_NOT_A_RETAILER" | "ORDER_ITEMS_PRICES_INCORRECT" | "PAYMENT_ISSUES_WITH_RETAILER" | "PREPARATION_TIME_TOO_HIGH" | "PRODUCT_OUT_OF_STOCK" | "PURCHASE_NOT_FOR_RESALE" | "RETAILER_AGREED_TO_DO_CHANGES_TO_ORDER" | "RETAILER_NOT_GOOD_FIT_FOR_BRAND" | "RETAILER_VAT_NUMBER_MISSING" | "OTHER";
        /**
         * @description Why the labels are reset.
         * @enum {string}
         */
        ResetType: "BRAND_NEED_MORE_LABELS_TO_SHIP" | "BRAND_PUT_WRONG_WEIGHT_DIMENSIONS" | "BRAND_SHIPS_WITH_DIFFERENT_CARRIER" | "PROBLEM_DURING_SHIPPING_LABEL_GENERATION" | "RETAILER_ASKED_DELIVERY_ADDRESS_CHANGE" | "SHIPPING_ADDRESS_MISMATCHES_PICKUP_ADDRESS" | "OTHER";
        /** @description Names a resource. */
        OrderIdentifierInMasterOrders: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "internal-orders";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
        };
        /** @description Names a resource. */
        ExternalOrderIdentifier: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "external-orders";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
        };
        /** @description Names a resource. */
        ShipmentIdentifier: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "shipments";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
        };
        /** @description Stands for one order, of the marketplace or from outside. */
        MasterOrder: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "master-orders";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description What it is related to. */
            relationships?: {
                /** @description What a retailer ordered from a brand. */
                internalOrder?: {
                    /** @description Type and id; null when there is none. */
                    data: components["schemas"]["OrderIdentifierInMasterOrders"] | null;
                };
                /**
                 * @deprecated
                 * @description Deprecated: an order that was not sold on the marketplace, and that the warehouse ships.
                 */
                externalOrder?: {
                    /** @description Type and id; null when there is none. */
                    data: components["schemas"]["ExternalOrderIdentifier"] | null;
                };
                /** @description How an order travels. */
                shipment?: {
                    /** @description Type and id; null when there is none. */
                    data: components["schemas"]["ShipmentIdentifier"] | null;
                };
            };
        };
        /** @description What a retailer ordered from a brand. */
        OrderInMasterOrders: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "internal-orders";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            attributes: components["schemas"]["OrderAttributes"];
            relationships?: components["schemas"]["OrderRelationships"];
        };
        /** @description Names a resource. */
        ExternalOrderItemIdentifier: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "external-order-items";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
        };
        /**
         * @description Where it is: `created` and at once `awaiting_fulfillment`, then `shipped` and `arrived`; or `cancelled`.
         * @enum {string}
         */
        ExternalOrderStatus: "created" | "awaiting_fulfillment" | "shipped" | "arrived" | "cancelled";
        /** @description Where an order from outside goes. */
        ExternalOrderAddress: {
            /** @description First name of who gets it. */
            firstName: string;
            /** @description Last name of who gets it. */
            lastName: string;
            /** @description Email address. */
            email: string;
            /** @description Phone number. */
            phoneNumber: string;
            /** @description Company; null without one. */
            company: string | null;
            /** @description Street and number. */
            street: string;
            /** @description Town. */
            city: string;
            /** @description Postal code. */
            postalCode: string;
            /** @description Country, a code of ISO 3166-1. */
            countryCode: string;
        };
        /** @description Deprecated: an order that was not sold on the marketplace, and that the warehouse ships. */
        ExternalOrder: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "external-orders";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description Where it is: `created` and at once `awaiting_fulfillment`, then `shipped` and `arrived`; or `cancelled`. */
                status?: components["schemas"]["ExternalOrderStatus"];
                /** @description Your own number of it; null if you gave none. */
                customReference?: string | null;
                /** @description Where an order from outside goes. */
                shippingAddress?: components["schemas"]["ExternalOrderAddress"];
                /**
                 * Format: date
                 * @description Until when you expect it to leave, as you told by PATCH; null if you did not.
                 */
                expectedMaximumShippingDate?: string | null;
            };
            /** @description What it is related to. */
            relationships?: {
                /** @description A line of an order from outside. */
                orderItems?: {
                    /** @description Type and id of each. */
                    data: components["schemas"]["ExternalOrderItemIdentifier"][];
                };
            };
        };
        /** @description A line of an order from outside. */
        ExternalOrderItem: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "external-order-items";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * Format: uuid
                 * @description What is sent.
                 */
                productVariantUuid?: string;
                /** @description How many batches. */
                batchQuantity?: number;
                /** @description How many pieces. */
                unitQuantity?: number;
            };
        };
        /** @description How an order travels. */
        Shipment: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "shipments";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * Format: date-time
                 * @description When it left.
                 */
                shippedAt?: string | null;
                /** @description The carrier's number; null if nobody has told it. */
                trackingNumber?: string | null;
                /** @description Who carries it; `other` for an unknown carrier. */
                shippingCarrier?: string | null;
                /** @description Where to follow it; null if there is no page. */
                trackingUrl?: string | null;
            };
        };
        /** @description The orders of a period as files, made in the background. Read it until `finishedAt` is set. */
        BillingExport: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "billing-exports";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * @description What was asked for: `invoicing` when nothing else was.
                 * @enum {string}
                 */
                type?: "accounting" | "invoicing";
                /**
                 * Format: uuid
                 * @description Whose export it is.
                 */
                brandUuid?: string;
                /** @description Name of the download; several files come in one ZIP archive. */
                filename?: string;
                /**
                 * @description How far it is. `partially_completed`: some of the files are missing; `failures` tells which.
                 * @enum {string}
                 */
                status?: "created" | "in_process" | "completed" | "partially_completed" | "failed";
                /**
                 * Format: date-time
                 * @description The beginning of the first day.
                 */
                from?: string;
                /**
                 * Format: date-time
                 * @description The end of the last day.
                 */
                to?: string;
                /**
                 * Format: date-time
                 * @description When the files are deleted: 30 days after it was finished; until then, after it was asked for.
                 */
                expiresAt?: string;
                /**
                 * Format: date-time
                 * @description When all files were made, or given up; null until then.
                 */
                finishedAt?: string | null;
                /**
                 * Format: uri
                 * @description Where the file is, with a token like all else; null while there is none.
                 */
                downloadLink?: string | null;
                /** @description How much of the work is done, in percent. */
                progress?: number;
                /** @description How many orders it covers; null until they were counted. */
                ordersCount?: number | null;
                /** @description Files that could not be made. */
                failures?: {
                    /**
                     * @description What it would have shown.
                     * @enum {string}
                     */
                    type: "accounting" | "accounting_complete" | "invoicing";
                    /**
                     * @description The kind of file.
                     * @enum {string}
                     */
                    format: "csv" | "xlsx" | "pdf";
                    /** @description What went wrong. */
                    reason: string;
                }[];
            };
        };
        /** @description When it can be delivered. */
        DeliverySchedule: {
            /** @description When somebody is there; null: at any time. */
            timeSlots: {
                /** @description From when on. */
                startTime: string;
                /** @description Until when. */
                endTime: string;
            }[] | null;
            /** @description On which days; 1 is Monday. */
            openDays: number[];
        };
        /** @description How it is to be packed. */
        PackingInstruction: {
            /** @description What is to be done with it. */
            services: ("PALLETISE" | "CUSTOM_BUILD" | "DOCS" | "SSCC")[];
            /** @description In words. */
            instruction?: string | null;
        };
        /** @description An appointment for the delivery. */
        DeliveryAppointment: {
            /** @description Whether the carrier is to make an appointment. */
            requested: boolean;
            /** @description In words. */
            instruction?: string | null;
        };
        CreateExternalOrderBody: {
            /** @description Where it goes. */
            shippingAddress: {
                /** @description Country, a code of ISO 3166-1. */
                country: string;
                /** @description Postal code, as the country writes it. */
                postalCode: string;
                /** @description Town. */
                city: string;
                /** @description Street and number; a label has no room for more. */
                street: string;
                /** @description Company; may be empty. */
                company: string;
                /** @description First name of who gets it. */
                firstName: string;
                /** @description Last name of who gets it. */
                lastName: string;
                /** @description Phone number of who gets it, national or with the code of the country. */
                phone: string;
                /**
                 * Format: email
                 * @description Email address of who gets it.
                 */
                email: string;
            };
            /** @description What is wanted, each once. */
            items: {
                /**
                 * Format: uuid
                 * @description What is wanted: `fulfillableId` of a variant.
                 */
                fulfillableId: string;
                /** @description Pieces: whole batches, and not more than there are. */
                quantity: number;
                /** @description Days that it must still be good for. */
                minimumRemainingShelfLife?: number | null;
            }[];
            /**
             * Format: uuid
             * @description Id of the master order to be, to follow it by, and to send this again without harm.
             */
            masterOrderUuid?: string | null;
            /** @description Your own number of it. */
            customReference?: string | null;
            /**
             * @description Who gets it. Default: `"business"`.
             * @enum {string|null}
             */
            recipientType?: "business" | "consumer" | null;
            /** @description Whether you have it fetched from the warehouse. Default: `false`. */
            pickupAtDock?: boolean | null;
            deliverySchedule?: components["schemas"]["DeliverySchedule"] | null;
            packingInstruction?: components["schemas"]["PackingInstruction"] | null;
            deliveryAppointment?: components["schemas"]["DeliveryAppointment"] | null;
            /**
             * Format: uuid
             * @description The uploaded invoice, which goods need that cross a customs border.
             */
            invoiceUuid?: string | null;
        };
        /** @description What a carrier asks for the parcels of an order. */
        ShippingQuote: {
            /**
             * Format: uuid
             * @description Id of the quote, for confirming it.
             */
            quoteUuid: string;
            /** @description Who carries it; `marketplace` is the label service of the marketplace, `custom` a carrier of the brand. */
            carrierCode: string;
            /** @description The carrier's code of the service; empty for `marketplace` and `custom`. */
            serviceCode: string;
            /** @description What the carrier calls the service; empty for `marketplace`. */
            serviceCommercialName: string;
            /** @description How parcels get to the carrier; empty for `marketplace` and `custom`. */
            collectionMethod: ("pickup" | "drop-off")[];
            /** @description What the brand pays; with `marketplace` what it gets. */
            shippingCost: {
                /** @description In minor units of the currency. */
                amount: number;
                /** @description A code of ISO 4217. */
                currency: string;
            };
            /** @description Null when the carrier promises nothing, and for `marketplace` and `custom`. */
            timeInTransit: {
                /**
                 * Format: date
                 * @description When it arrives.
                 */
                estimatedDeliveryDate: string;
                /**
                 * Format: date
                 * @description When it leaves.
                 */
                pickupDate: string;
                /** @description Working days on the way. */
                businessDaysInTransit: number;
            } | null;
        };
        /** @description The confirmed quote. */
        ConfirmedQuote: {
            /** @description Number of the quote. */
            id: string;
            /**
             * Format: uuid
             * @description Id of the quote.
             */
            uuid: string;
            /**
             * Format: uuid
             * @description Id of the order.
             */
            orderUuid: string;
            /** @description The carrier of the quote. */
            provider: string;
            /** @description A code of ISO 4217. */
            currency: string;
            /** @description What the brand pays or gets. */
            shippingCost: string;
            /** @description The same, when the brand gets it. */
            refund?: string;
        };
        /** @description Names a resource. */
        TrackedParcelIdentifier: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "shipping-shipment-parcel";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
        };
        /** @description Names a resource. */
        TrackedQuoteIdentifier: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "shipping-quotes";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
        };
        /** @description Names a resource. */
        TrackedItemIdentifier: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "shipping-shipment-shipped-item";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
        };
        /** @description Deprecated: the shipment of an order. */
        TrackedShipment: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "shipping-shipment";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description Who carries it; `other` when nobody has told. */
                carrier?: string;
                /** @description The carrier's code of the service of its quote; null without a quote. */
                serviceCode?: string | null;
                /** @description The carrier's number. */
                trackingNumber?: string | null;
                /**
                 * Format: uri
                 * @description Where to follow it.
                 */
                trackingLink?: string | null;
                /**
                 * @description What has become of it.
                 * @enum {string}
                 */
                status?: "UNKNOWN" | "PRE_TRANSIT" | "TRANSIT" | "DELIVERED" | "RETURNED" | "FAILURE";
                /** @description Where it comes from. */
                fromAddress?: {
                    /** @description Name of the sender. */
                    name: string;
                    /** @description Street and number. */
                    street: string;
                    /** @description Town. */
                    city: string;
                    /** @description Postal code. */
                    postalCode: string;
                    /** @description Country, a code of ISO 3166-1. */
                    countryCode: string;
                } | null;
            };
            /** @description What it is related to. */
            relationships?: {
                /** @description Deprecated: a parcel of a shipment. */
                shipmentParcel?: {
                    /** @description Type and id of each. */
                    data: components["schemas"]["TrackedParcelIdentifier"][];
                };
                /** @description Deprecated: the quote by which an order is shipped. */
                shipmentQuote?: {
                    /** @description Type and id; null when there is none. */
                    data: components["schemas"]["TrackedQuoteIdentifier"] | null;
                };
                /** @description Deprecated: what is in a parcel. */
                shippedItems?: {
                    /** @description Type and id of each. */
                    data: components["schemas"]["TrackedItemIdentifier"][];
                };
            };
        };
        /** @description Deprecated: a parcel of a shipment. */
        TrackedParcel: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "shipping-shipment-parcel";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description The carrier's number. */
                trackingNumber?: string | null;
                /**
                 * Format: uri
                 * @description Where to follow it.
                 */
                trackingLink?: string | null;
                /**
                 * @description What has become of it.
                 * @enum {string}
                 */
                status?: "UNKNOWN" | "PRE_TRANSIT" | "TRANSIT" | "DELIVERED" | "RETURNED" | "FAILURE";
                /** @description Length in centimetres. */
                length?: number | null;
                /** @description Width in centimetres. */
                width?: number | null;
                /** @description Height in centimetres. */
                height?: number | null;
                /** @description Weight in grams. */
                weight?: number | null;
                /** @description Its SSCC; null if nobody has told it. */
                serialShippingContainerCode?: string | null;
                /** @description The label of the marketplace; null without one. */
                label?: {
                    /** @description The file, in base64. */
                    content: string;
                    /**
                     * @description Which kind of file it is.
                     * @enum {string}
                     */
                    contentType: "gif" | "pdf";
                } | null;
            };
        };
        /** @description Deprecated: the quote by which an order is shipped. */
        TrackedQuote: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "shipping-quotes";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * Format: uuid
                 * @description Id of the quote.
                 */
                quoteUuid?: string;
                /** @description Whose price it is; `marketplace` is the label service of the marketplace. */
                carrierCode?: string;
                /** @description The carrier's code of the service; empty for `marketplace`. */
                serviceCode?: string;
                /** @description What the carrier calls the service; empty for `marketplace`. */
                serviceCommercialName?: string;
                /** @description How parcels get to the carrier; empty for `marketplace`. */
                collectionMethod?: string[];
                /** @description What the brand pays; with `marketplace` what it gets. */
                shippingCost?: {
                    /** @description In minor units of the currency. */
                    amount: number;
                    /** @description A code of ISO 4217. */
                    currency: string;
                };
                /** @description Null when the carrier promises nothing, and for `marketplace`. */
                timeInTransit?: {
                    /**
                     * Format: date
                     * @description When it arrives.
                     */
                    estimatedDeliveryDate: string;
                    /**
                     * Format: date
                     * @description When it leaves.
                     */
                    pickupDate: string;
                    /** @description Working days on the way. */
                    businessDaysInTransit: number;
                } | null;
            };
        };
        /** @description Deprecated: what is in a parcel. */
        TrackedItem: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "shipping-shipment-shipped-item";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * Format: uuid
                 * @description The parcel.
                 */
                parcelId?: string;
                /**
                 * Format: uuid
                 * @description What it is.
                 */
                productVariantId?: string;
                /** @description How many packs. */
                batchQuantity?: number;
                /** @description How many pieces. */
                unitQuantity?: number;
                /** @description The lot that it is of. */
                lotNumber?: string | null;
                /**
                 * Format: date
                 * @description Until when it keeps.
                 */
                expiryDate?: string | null;
            };
        };
        /** @description Names a resource. */
        FulfillmentItemIdentifier: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "fulfillment-items";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
        };
        /** @description Names a resource. */
        FulfillmentLotIdentifier: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "fulfillment-lots";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
        };
        /** @description What an ordered variant is made of: one item, or as a bundle several. */
        Fulfillable: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "fulfillment-fulfillables";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * Format: uuid
                 * @description Its id, as the variant has it.
                 */
                fulfillableId?: string;
                /** @description Batches that can be sent now. */
                batchQuantity?: number;
                /** @description The same in pieces; divided by `batchQuantity` it is the size of a batch. */
                unitQuantity?: number;
            };
            /** @description What it is related to. */
            relationships?: {
                /** @description What the warehouse handles: batches of one variant. */
                item?: {
                    /** @description Type and id; null when there is none. */
                    data: components["schemas"]["FulfillmentItemIdentifier"] | null;
                };
                /** @description Batches of an item that came together. */
                lots?: {
                    /** @description Type and id of each. */
                    data: components["schemas"]["FulfillmentLotIdentifier"][];
                };
            };
        };
        /** @description What the warehouse handles: batches of one variant. */
        FulfillmentItem: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "fulfillment-items";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * Format: uuid
                 * @description What it is of.
                 */
                productVariantId?: string;
                /** @description What people call it. */
                referenceId?: string;
                /**
                 * @description How far the warehouse got with it: `synced` is all the way.
                 * @enum {string}
                 */
                status?: "created" | "pending" | "pending_measurements" | "synced";
                /** @description The barcode on a batch. */
                barcode?: string;
                /** @description Your name of it. */
                sku?: string;
                /** @description What it is called. */
                productName?: string;
                /** @description What kind of goods it is. */
                categoryName?: string | null;
                /** @description Pieces in a batch. */
                unitsPerBatch?: number;
                /** @description What a piece costs you, in minor units of your currency. */
                unitCost?: number;
                /** @description Percent of the wholesale price that are not cost, for the insurance. */
                unitCostMargin?: number;
                /** @description Code of the customs. */
                classificationCode?: string | null;
                /** @description Whether batches expire. */
                expiryTracked?: boolean;
                /** @description Whether batches have lot numbers. */
                lotTracked?: boolean;
                /** @description Days that a batch must still be good for when it is sent. */
                shelfLife?: number | null;
                /** @description Whether it breaks. */
                isFragile?: boolean;
                /** @description Whether it is organic. */
                isOrganic?: boolean;
                /** @description Whether the warehouse packs it anew. */
                needRepack?: boolean;
                /** @description Whether the warehouse labels it anew. */
                needRelabel?: boolean;
                /** @description Kind of alcohol. */
                alcoholCode?: number | null;
                /** @description Alcohol by volume, in percent. */
                alcoholPercentage?: number | null;
                /** @description Litres of liquid in a pack. */
                volumeOfLiquidPerPack?: number | null;
                /** @description Code of what is dangerous to store. */
                icpeCode?: number | null;
                /** @description How the warehouse packs it; null until it has said so. */
                packingRules?: {
                    [key: string]: unknown;
                } | null;
                /** @description For how many days the stock lasts at the pace of the last 30; null when nothing was sent, and in `included`. */
                expectedStockForDays?: number | null;
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
                /**
                 * Format: date-time
                 * @description When it was changed last.
                 */
                updatedAt?: string;
            };
        };
        /** @description Batches of an item that came together. */
        FulfillmentLot: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "fulfillment-lots";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * Format: uuid
                 * @description What they are batches of.
                 */
                fulfillmentItemId?: string;
                /** @description Batches that can be sent; none once they have expired. */
                availableQuantity?: number;
                /**
                 * Format: date-time
                 * @description Until when they are good; null when they do not expire.
                 */
                expiryDate?: string | null;
                /**
                 * Format: date-time
                 * @description The last moment at which they may serve an order; null when there is none.
                 */
                sellByDate?: string | null;
                /** @description Number of the maker, or of the replenishment. */
                lotNumber?: string;
            };
            /** @description What it is related to. */
            relationships?: {
                /** @description What the warehouse handles: batches of one variant. */
                fulfillmentItem?: {
                    /** @description Type and id; null when there is none. */
                    data: components["schemas"]["FulfillmentItemIdentifier"] | null;
                };
            };
        };
        /** @description A variant that is made of several items. */
        FulfillmentBundle: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "fulfillment-bundle";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * Format: uuid
                 * @description What is ordered.
                 */
                productVariantId?: string;
                /** @description What it is made of. */
                items?: {
                    /**
                     * Format: uuid
                     * @description A part of it.
                     */
                    fulfillmentItemId: string;
                    /** @description Batches of it in one. */
                    quantity: number;
                }[];
            };
        };
        /** @description Names a resource. */
        FulfillmentBrandIdentifier: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "fulfillment-brands";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
        };
        /** @description Names a resource. */
        WarehouseIdentifier: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "warehouses";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
        };
        /**
         * @description `created`: a draft; `confirmed` by you; `sent`: the warehouse knows of it; `delivered`: it stands at its door; `received`: it is in stock.
         * @enum {string}
         */
        ReplenishmentStatus: "created" | "confirmed" | "sent" | "delivered" | "received";
        /** @description Goods on their way to the warehouse. */
        Replenishment: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "replenishments";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * @deprecated
                 * @description The number that was sent, if any. It means nothing; `fulfillmentBrandId` is the brand.
                 */
                brandId?: number | null;
                /**
                 * Format: uuid
                 * @description Your brand, as warehouses know it.
                 */
                fulfillmentBrandId?: string;
                /**
                 * Format: uuid
                 * @description Where the goods go.
                 */
                warehouseId?: string;
                /** @description Who carries them. */
                shippingCarrierName?: string;
                /**
                 * @description Part of a lorry, a whole one, parcels, or empty while it is not decided.
                 * @enum {string}
                 */
                shipmentType?: "" | "LTL" | "FTL" | "PARCEL";
                /** @description What comes, as it was announced. */
                items?: {
                    /**
                     * Format: uuid
                     * @description What comes.
                     */
                    fulfillmentItemId: string;
                    /** @description How many batches. */
                    quantity: number;
                    /**
                     * @description What they are to be once they are there.
                     * @enum {string}
                     */
                    status: "available" | "blocked" | "incoming" | "qualityControl" | "reserved" | "damaged";
                }[];
                /** @description What people call it, and the ledger. */
                reference?: string;
                /** @description `created`: a draft; `confirmed` by you; `sent`: the warehouse knows of it; `delivered`: it stands at its door; `received`: it is in stock. */
                status?: components["schemas"]["ReplenishmentStatus"];
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
                /**
                 * Format: date-time
                 * @description When you confirmed it; null before.
                 */
                submittedAt?: string | null;
                /**
                 * Format: date-time
                 * @description The same moment.
                 */
                confirmedAt?: string | null;
                /**
                 * Format: date-time
                 * @description When it came to the warehouse; null before.
                 */
                deliveredAt?: string | null;
                /**
                 * Format: date-time
                 * @description When all of it was in stock; null before.
                 */
                receivedAt?: string | null;
                /** @description What the warehouse found. */
                receipts?: {
                    /**
                     * Format: uuid
                     * @description Id of the receipt.
                     */
                    receiptId: string;
                    /**
                     * Format: date-time
                     * @description When the boxes were opened.
                     */
                    receivedAt: string;
                    /** @description What was found. */
                    items: {
                        /**
                         * Format: uuid
                         * @description What was found.
                         */
                        fulfillmentItemId: string;
                        /** @description How many batches. */
                        quantity: number;
                        /** @description In which condition. */
                        status: string;
                        /** @description The lot that they are now part of. */
                        lotNumber: string;
                        /**
                         * Format: date-time
                         * @description Until when they are good.
                         */
                        expiryDate: string | null;
                    }[];
                }[];
            };
            /** @description What it is related to. */
            relationships?: {
                /** @description A brand, as warehouses know it. */
                fulfillmentBrand?: {
                    /** @description Type and id; null when there is none. */
                    data: components["schemas"]["FulfillmentBrandIdentifier"] | null;
                };
                /** @description Where goods of brands lie. */
                warehouse?: {
                    /** @description Type and id; null when there is none. */
                    data: components["schemas"]["WarehouseIdentifier"] | null;
                };
            };
        };
        /**
         * @description Where it is: `internal` before the warehouse was asked, `requested`, `created` once the warehouse knows it, `scheduled`, `released` while it is picked, `shipped`; or `cancellation_requested`, then `cancelled`.
         * @enum {string}
         */
        FulfillmentOrderStatus: "internal" | "requested" | "created" | "scheduled" | "released" | "shipped" | "cancellation_requested" | "cancelled";
        /** @description Names a resource. */
        FulfillmentStatusUpdateIdentifier: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "fulfillment-order-status-updates";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
        };
        /** @description Batches of one lot. */
        FulfillmentOrderItem: {
            /**
             * Format: uuid
             * @description The item.
             */
            fulfillmentItemId: string;
            /** @description Batches. */
            quantity: number;
            /** @description Number of the lot; null where lots are not tracked. */
            lotNumber: string | null;
            /**
             * Format: date-time
             * @description When the lot expires; null when it does not.
             */
            expiryDate: string | null;
        };
        /** @description Batches of one lot that left. */
        FulfillmentOrderShippedItem: {
            /**
             * Format: uuid
             * @description What was ordered.
             */
            fulfillableId: string;
            /** @description Batches. */
            batchQuantity: number;
            /** @description Pieces. */
            unitQuantity: number;
            /** @description Number of the lot; null where lots are not tracked. */
            lotNumber: string | null;
            /**
             * Format: date-time
             * @description When the lot expires; null when it does not.
             */
            expiryDate: string | null;
        };
        FulfillmentInstructions: {
            /** @description As `externalReference`. */
            externalReference: string | null;
            deliverySchedule: components["schemas"]["DeliverySchedule"] | null;
            packingInstruction: components["schemas"]["PackingInstruction"] | null;
        };
        /** @description What the warehouse is to pick, pack and send for a master order. */
        FulfillmentOrder: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "fulfillment-orders";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description The name that people use. */
                reference?: string;
                /** @description Where it is: `internal` before the warehouse was asked, `requested`, `created` once the warehouse knows it, `scheduled`, `released` while it is picked, `shipped`; or `cancellation_requested`, then `cancelled`. */
                status?: components["schemas"]["FulfillmentOrderStatus"];
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
                /** @description What was set aside for it, those batches first that expire first. */
                items?: components["schemas"]["FulfillmentOrderItem"][];
                /** @description What left for it; none until then. */
                shippedItems?: components["schemas"]["FulfillmentOrderShippedItem"][];
                /**
                 * @description Who gets it.
                 * @enum {string}
                 */
                recipientType?: "business" | "consumer";
                /** @description The number of what it ships, for those who get it; null without one. */
                externalReference?: string | null;
                /**
                 * @deprecated
                 * @description What is to be done in words, as in `instructions`; null without any.
                 */
                instructionText?: string | null;
                /** @description How to pack and when to deliver; null without any wish. */
                instructions?: components["schemas"]["FulfillmentInstructions"] | null;
            };
            /** @description What it is related to. */
            relationships?: {
                /** @description What the warehouse told of a fulfillment order. */
                statusUpdates?: {
                    /** @description Type and id of each. */
                    data: components["schemas"]["FulfillmentStatusUpdateIdentifier"][];
                };
            };
            /** @description Addresses. */
            links: {
                /**
                 * Format: uri
                 * @description The master order that it ships, or the OrderPay order.
                 */
                order: string;
            };
        };
        /** @description What the warehouse told of a fulfillment order. */
        FulfillmentStatusUpdate: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "fulfillment-order-status-updates";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description Where it is: `internal` before the warehouse was asked, `requested`, `created` once the warehouse knows it, `scheduled`, `released` while it is picked, `shipped`; or `cancellation_requested`, then `cancelled`. */
                status?: components["schemas"]["FulfillmentOrderStatus"];
                /**
                 * Format: date-time
                 * @description When it was told.
                 */
                receivedAt?: string;
            };
        };
        /** @description One line of what the warehouse asks for an order. */
        FulfillmentCost: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "fulfillment-order-costs";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description What it is for: `shipping`, or `order pick` and `unit pick`, each `lt 4u`, `lt 40u` or `gt 40u` by the units that are picked. */
                category?: string;
                /** @description How many of it. */
                quantity?: number;
                /** @description For one, in euro cents without VAT. */
                unitAmount?: number;
                /** @description For all, in euro cents without VAT. */
                totalAmount?: number;
                /** @description VAT in percent. */
                vatRate?: number;
                /** @description For all, in euro cents with VAT. */
                totalAmountWithVat?: number;
            };
        };
        /** @description A document that goes with a parcel. */
        MediumWithContent: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "media";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * Format: uuid
                 * @description The master order that it goes with.
                 */
                masterOrderUuid?: string;
                /** @description What the file was called. */
                originalFilename?: string;
                /**
                 * @description What it is.
                 * @enum {string}
                 */
                type?: "invoice" | "attachment";
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
                /** @description The file; only when `fields[media]` names it. */
                content?: string | null;
                /**
                 * @description How `content` is written; only when `fields[media]` names it.
                 * @constant
                 */
                encoding?: "base64";
            };
        };
        /** @description A document that goes with a parcel. */
        Medium: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "media";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * Format: uuid
                 * @description The master order that it goes with.
                 */
                masterOrderUuid?: string;
                /** @description What the file was called. */
                originalFilename?: string;
                /**
                 * @description What it is.
                 * @enum {string}
                 */
                type?: "invoice" | "attachment";
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
            };
        };
        /** @description Names a resource. */
        OrderPayPaymentMethodIdentifier: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "order-pay-customer-payment-methods";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
        };
        /** @description A country. */
        OrderPayCountry: {
            /** @description Code of ISO 3166-1. */
            isoCode: string;
            /** @description What it is called in English. */
            name: string;
            /** @description What phone numbers begin with, after the plus sign. */
            callingCode: number;
        };
        /** @description An address of a customer. */
        OrderPayAddress: {
            /** @description Whom it is for: the store. */
            name: string;
            /** @description Street and number. */
            street: string;
            /** @description Postal code. */
            postalCode: string;
            /** @description Town. */
            city: string;
            country: components["schemas"]["OrderPayCountry"];
        };
        /** @description A customer of the brand, outside of the marketplace. */
        OrderPayCustomer: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "order-pay-customer";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description What the store is called. */
                storeName?: string;
                /** @description Where mails go. */
                email?: string;
                /** @description First name of a person there. */
                firstName?: string | null;
                /** @description Last name of that person. */
                lastName?: string | null;
                /** @description What new orders are paid in. Beyond the specification of the API. */
                currency?: string;
                /** @description How it has paid before, the newest first. */
                paymentMethods?: {
                    /** @description `card`, `sepa_direct_debit`, `sepa_credit_transfer`, or the name of a wallet. */
                    type: string;
                    /** @description Address of the account, of a wallet. */
                    email: string | null;
                    /** @description In whose name it is. */
                    name: string | null;
                    /** @description The last four digits of a card or an account. */
                    last4: string | null;
                }[];
                /** @description The company behind the store. */
                company?: {
                    /** @description Phone number. */
                    phoneNumber: string;
                    phoneCountry: components["schemas"]["OrderPayCountry"];
                    /** @description Tax number. */
                    taxNumber: string | null;
                    /** @description VAT number. */
                    vatNumber: string | null;
                    /** @description Whether it pays no VAT. */
                    vatExemption: boolean;
                };
                /** @description Where the invoice goes. */
                billingAddress?: components["schemas"]["OrderPayAddress"];
                /** @description Where the goods go; its country decides about VAT. */
                shippingAddress?: components["schemas"]["OrderPayAddress"];
            };
            /** @description What it is related to. */
            relationships?: {
                /** @description How a customer has paid before. */
                "payment-methods"?: {
                    /** @description Type and id of each. */
                    data: components["schemas"]["OrderPayPaymentMethodIdentifier"][];
                };
            };
        };
        /** @description How a customer has paid before. */
        OrderPayPaymentMethod: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "order-pay-customer-payment-methods";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description `card`, `sepa_direct_debit`, `sepa_credit_transfer`, or the name of a wallet. */
                type?: string;
                /** @description Address of the account, of a wallet. */
                email?: string | null;
                /** @description In whose name it is. */
                name?: string | null;
                /** @description The last four digits of a card or an account. */
                last4?: string | null;
            };
        };
        /** @description Names a resource. */
        OrderPayPaymentIdentifier: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "order-pay-payments";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
        };
        /** @description An order that a brand made for a customer of its own. */
        OrderPayOrder: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "order-pay-orders";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
                /**
                 * Format: uuid
                 * @description Whom it is for.
                 */
                customerUuid?: string;
                /** @description Percent off the whole order. */
                discountRate?: number;
                /**
                 * @description Where the order is.
                 * @enum {string}
                 */
                status?: "created" | "brand_confirmed" | "payment_confirmed" | "waiting_shipping" | "shipped" | "received" | "invoiced" | "brand_paid" | "cancelled";
                /** @description Reference of a master order; null, as orders of this group have none. */
                masterOrderReference?: string | null;
                /** @description The brand's own number. */
                customReference?: string | null;
                /** @description Why it was cancelled; null when it was not, or when nothing was said. */
                cancelReason?: string | null;
                /** @description What is sold. */
                items?: {
                    /**
                     * Format: uuid
                     * @description What is sold.
                     */
                    productVariantUuid: string;
                    /** @description What it was called when the order was written last. */
                    productVariantName: string;
                    /** @description How many packs. */
                    quantity: number;
                    /** @description How many pieces: packs times pieces in a pack. */
                    multipliedQuantity: number;
                    /** @description For how many days it has to keep; null when nothing was said. */
                    minimumRemainingShelfLife: number | null;
                    /** @description What it costs, in both currencies. */
                    amounts: {
                        /** @description Currency of the brand. */
                        brandCurrency: string;
                        /** @description What a euro was in it when the order was made. */
                        brandCurrencyRate: number;
                        /** @description The price of a pack before any discount, in minor units. */
                        brandUnitPriceBeforeDiscount: number;
                        /** @description The same for people. */
                        brandUnitPriceBeforeDiscountFormatted: string;
                        /** @description The price of a pack after all discounts, rounded, in minor units. */
                        brandUnitPrice: number;
                        /** @description The same for people. */
                        brandUnitPriceFormatted: string;
                        /** @description The line before any discount, in minor units. */
                        brandAmountBeforeDiscount: number;
                        /** @description The same for people. */
                        brandAmountBeforeDiscountFormatted: string;
                        /** @description All discounts of the line, its share of that of the order too, in minor units. */
                        brandDiscountAmount: number;
                        /** @description The same for people. */
                        brandDiscountAmountFormatted: string;
                        /** @description The line without VAT, in minor units. */
                        brandAmount: number;
                        /** @description The same for people. */
                        brandAmountFormatted: string;
                        /** @description The VAT of the line, in minor units. */
                        brandAmountVat: number;
                        /** @description The same for people. */
                        brandAmountVatFormatted: string;
                        /** @description The line with VAT, in minor units. */
                        brandAmountWithVat: number;
                        /** @description The same for people. */
                        brandAmountWithVatFormatted: string;
                        /** @description Currency of the customer. */
                        customerCurrency: string;
                        /** @description What a euro was in it when the order was made. */
                        customerCurrencyRate: number;
                        /** @description The price of a pack before any discount, in minor units. */
                        customerUnitPriceBeforeDiscount: number;
                        /** @description The same for people. */
                        customerUnitPriceBeforeDiscountFormatted: string;
                        /** @description The price of a pack after all discounts, rounded, in minor units. */
                        customerUnitPrice: number;
                        /** @description The same for people. */
                        customerUnitPriceFormatted: string;
                        /** @description The line before any discount, in minor units. */
                        customerAmountBeforeDiscount: number;
                        /** @description The same for people. */
                        customerAmountBeforeDiscountFormatted: string;
                        /** @description All discounts of the line, its share of that of the order too, in minor units. */
                        customerDiscountAmount: number;
                        /** @description The same for people. */
                        customerDiscountAmountFormatted: string;
                        /** @description The line without VAT, in minor units. */
                        customerAmount: number;
                        /** @description The same for people. */
                        customerAmountFormatted: string;
                        /** @description The VAT of the line, in minor units. */
                        customerAmountVat: number;
                        /** @description The same for people. */
                        customerAmountVatFormatted: string;
                        /** @description The line with VAT, in minor units. */
                        customerAmountWithVat: number;
                        /** @description The same for people. */
                        customerAmountWithVatFormatted: string;
                        /** @description VAT in percent, as it is for this customer. */
                        vatRate: number;
                        /** @description The discount of the line itself, in percent. */
                        discountRate: number;
                        /** @description Or as an amount, in the brand's currency, in minor units. */
                        discountAmount: number;
                        /** @description The same for people. */
                        discountAmountFormatted: string;
                    };
                }[];
                /** @description What is charged beside the goods, in the customer's currency. */
                customItems?: {
                    /**
                     * @description What for.
                     * @enum {string}
                     */
                    type: "shippingFees" | "exciseDuties" | "ecoTax";
                    /** @description VAT in percent: the highest of the lines. */
                    vatRate: number;
                    /** @description What is charged without VAT, in minor units. */
                    amount: number;
                    /** @description The same for people. */
                    amountFormatted: string;
                    /** @description The VAT of what is charged, in minor units. */
                    amountVat: number;
                    /** @description The same for people. */
                    amountVatFormatted: string;
                    /** @description What is charged with VAT, in minor units. */
                    amountWithVat: number;
                    /** @description The same for people. */
                    amountWithVatFormatted: string;
                }[];
                /** @description The sums, in both currencies. */
                amounts?: {
                    /** @description Currency of the brand. */
                    brandCurrency: string;
                    /** @description What a euro was in it when the order was made. */
                    brandCurrencyRate: number;
                    /** @description All lines before any discount, in minor units. */
                    brandTotalAmountBeforeDiscount: number;
                    /** @description The same for people. */
                    brandTotalAmountBeforeDiscountFormatted: string;
                    /** @description All discounts, in minor units. */
                    brandTotalDiscountAmount: number;
                    /** @description The same for people. */
                    brandTotalDiscountAmountFormatted: string;
                    /** @description All lines without VAT, in minor units. */
                    brandTotalAmount: number;
                    /** @description The same for people. */
                    brandTotalAmountFormatted: string;
                    /** @description The VAT of all lines, in minor units. */
                    brandTotalAmountVat: number;
                    /** @description The same for people. */
                    brandTotalAmountVatFormatted: string;
                    /** @description All lines with VAT, in minor units. */
                    brandTotalAmountWithVat: number;
                    /** @description The same for people. */
                    brandTotalAmountWithVatFormatted: string;
                    /** @description Currency of the customer. */
                    customerCurrency: string;
                    /** @description What a euro was in it when the order was made. */
                    customerCurrencyRate: number;
                    /** @description All lines before any discount, in minor units. */
                    customerTotalAmountBeforeDiscount: number;
                    /** @description The same for people. */
                    customerTotalAmountBeforeDiscountFormatted: string;
                    /** @description All discounts, in minor units. */
                    customerTotalDiscountAmount: number;
                    /** @description The same for people. */
                    customerTotalDiscountAmountFormatted: string;
                    /** @description All lines without VAT, in minor units. */
                    customerTotalAmount: number;
                    /** @description The same for people. */
                    customerTotalAmountFormatted: string;
                    /** @description The VAT of all lines, in minor units. */
                    customerTotalAmountVat: number;
                    /** @description The same for people. */
                    customerTotalAmountVatFormatted: string;
                    /** @description All lines with VAT, in minor units. */
                    customerTotalAmountWithVat: number;
                    /** @description The same for people. */
                    customerTotalAmountWithVatFormatted: string;
                    /** @description The shipping fees without VAT, in minor units. */
                    shippingFeesAmount: number;
                    /** @description The same for people. */
                    shippingFeesAmountFormatted: string;
                    /** @description The VAT of the shipping fees, in minor units. */
                    shippingFeesAmountVat: number;
                    /** @description The same for people. */
                    shippingFeesAmountVatFormatted: string;
                    /** @description The shipping fees with VAT, in minor units. */
                    shippingFeesAmountWithVat: number;
                    /** @description The same for people. */
                    shippingFeesAmountWithVatFormatted: string;
                    /** @description What the customer pays without VAT, in minor units. */
                    customerGrandTotalAmount: number;
                    /** @description The same for people. */
                    customerGrandTotalAmountFormatted: string;
                    /** @description The VAT of what the customer pays, in minor units. */
                    customerGrandTotalAmountVat: number;
                    /** @description The same for people. */
                    customerGrandTotalAmountVatFormatted: string;
                    /** @description What the customer pays with VAT, in minor units. */
                    customerGrandTotalAmountWithVat: number;
                    /** @description The same for people. */
                    customerGrandTotalAmountWithVatFormatted: string;
                };
                /** @description How and where it goes. */
                shipping?: {
                    /**
                     * @description `custom`: the brand ships it; `fulfillment`: the warehouse.
                     * @enum {string}
                     */
                    shippingMethod: "custom" | "fulfillment";
                    /** @description Where it goes: that of the customer when the order was written last. */
                    shippingAddress: {
                        /** @description Code of ISO 3166-1. */
                        countryCode: string;
                        /** @description Postal code. */
                        postalCode: string;
                        /** @description Town. */
                        city: string;
                        /** @description Street and number. */
                        street: string;
                        /** @description A further line; null, as customers have none. */
                        addressLine: string | null;
                    };
                    /** @description Who is there. */
                    contactPerson: {
                        /** @description Where mails go. */
                        email: string;
                        /** @description First name. */
                        firstName: string;
                        /** @description Last name. */
                        lastName: string;
                        /** @description The store. */
                        company: string | null;
                        /** @description Phone number. */
                        phoneNumber: string | null;
                    };
                };
                /** @description When it can be delivered; null when nothing was said. */
                deliverySchedule?: {
                    /** @description When somebody is there; null for any time. */
                    timeSlots: {
                        /** @description From when. */
                        startTime: string;
                        /** @description Until when. */
                        endTime: string;
                    }[] | null;
                    /** @description On which days; 1 is Monday. */
                    openDays: number[];
                } | null;
                /** @description How it is to be packed; null when nothing was said. */
                packingInstruction?: {
                    /** @description How it is packed. */
                    services: string[];
                    /** @description In words. */
                    instruction: string | null;
                } | null;
                /** @description Whether the delivery is announced; null when nothing was said. */
                deliveryAppointment?: {
                    /** @description Whether the carrier has to call before. */
                    requested: boolean;
                    /** @description In words. */
                    instruction: string | null;
                } | null;
                /** @description Where the parcel is; null until it has left with a number. */
                tracking?: {
                    /** @description The number of the carrier. */
                    trackingNumber: string;
                    /** @description Where the parcel can be followed; null when nobody knows. */
                    trackingLink: string | null;
                    /** @description Where the parcel can be followed; null when nobody knows. */
                    trackingUrl: string | null;
                    /**
                     * @description Where the parcel is.
                     * @enum {string}
                     */
                    status: "TRANSIT" | "DELIVERED";
                    /** @description Whether it has arrived. */
                    isDelivered: boolean;
                } | null;
            };
            /** @description What it is related to. */
            relationships?: {
                /** @description How an order is paid. */
                payment?: {
                    /** @description Type and id; null when there is none. */
                    data: components["schemas"]["OrderPayPaymentIdentifier"] | null;
                };
            };
        };
        /** @description Names a resource. */
        OrderPayTransactionIdentifier: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "order-pay-transactions";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
        };
        /** @description How an order is paid. */
        OrderPayPayment: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "order-pay-payments";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * Format: uuid
                 * @description Id of the order.
                 */
                orderUuid?: string;
                /**
                 * Format: uuid
                 * @description Id of the customer.
                 */
                customerUuid?: string;
                /**
                 * Format: uuid
                 * @description Id of the brand.
                 */
                brandUuid?: string;
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
                /** @description Who takes the money: `sandbox`, or `manual` for transfers that the operator notes. */
                psp?: string;
                /**
                 * @description Whether the money has come.
                 * @enum {string}
                 */
                status?: "pending" | "succeeded" | "cancelled";
                /** @description The grand total with VAT. */
                amount?: number;
                /** @description The currency of the customer. */
                currency?: string;
                /** @description What a euro was in it when the order was made. */
                currencyRate?: number;
                /** @description `card`, `sepa_direct_debit`, `sepa_credit_transfer`, or the name of a wallet. */
                paymentMethod?: string;
                /** @description Who advances the money; null, as nobody does. */
                fundedBy?: string | null;
                /** @description When it is due; null, as it is at once. */
                paymentTerms?: string | null;
            };
            /** @description What it is related to. */
            relationships?: {
                /** @description What the payment provider did. */
                transactions?: {
                    /** @description Type and id of each. */
                    data: components["schemas"]["OrderPayTransactionIdentifier"][];
                };
            };
        };
        /** @description What the payment provider did. */
        OrderPayTransaction: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "order-pay-transactions";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
                /** @description Its id at the provider. */
                pspId?: string;
                /** @description How much. */
                amount?: number;
                /** @description Of the amount. */
                currency?: string;
                /** @description `payment`, or `refund` of one that came although the order was cancelled. */
                type?: string;
                /** @description `pending`, `succeeded`, `failed` or `cancelled`. */
                status?: string;
                /** @description What the customer needs to pay; null where there is nothing. */
                pspData?: {
                    /** @description With which the provider's form is opened. */
                    client_secret: string;
                    /** @description Where to transfer the amount; null for other methods. */
                    iban: {
                        /** @description Code of the bank. */
                        bic: string;
                        /** @description Number of the account. */
                        iban: string;
                        /** @description Country of the bank. */
                        country: string;
                        /** @description What to write on the transfer. */
                        reference: string;
                    } | null;
                } | null;
            };
        };
        /** @description Names a resource. */
        WebhookSubscriptionIdentifier: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "webhook-subscriptions";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
        };
        /** @description One set of API credentials of an account. */
        Application: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "application";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description What its maker calls it. */
                name?: string;
                /**
                 * Format: email
                 * @description Whom to write to about it.
                 */
                developerEmail?: string;
                /** @description The public half of its credentials, for `/oauth/token`. */
                clientId?: string;
                /** @description Always null: a secret is shown once, when it is made. */
                clientSecret?: null;
            };
            /** @description What it is related to. */
            relationships?: {
                /** @description What it wants to be told, and where. */
                webhookSubscriptions?: {
                    /** @description Type and id of each. */
                    data: components["schemas"]["WebhookSubscriptionIdentifier"][];
                };
            };
        };
        /** @description Names a resource. */
        ApplicationIdentifier: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "application";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
        };
        /** @description What an application wants to be told, and where. */
        WebhookSubscription: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "webhook-subscriptions";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description Where events are sent. */
                webhookUrl?: string;
                /** @description The same as `webhookUrl`. */
                url?: string;
                /** @description What is told. */
                events?: string[];
                /** @description Signs what is sent; it stays when url or events change. Null for staff. */
                signingSecret?: string | null;
                /**
                 * Format: date-time
                 * @description Until when the secret before it signs as well; null when there was no rotation.
                 */
                previousSigningSecretUntil?: string | null;
                /**
                 * Format: date-time
                 * @description Since when deliveries wait because you paused them; null while they go out.
                 */
                pausedAt?: string | null;
                /**
                 * Format: date-time
                 * @description Since when every attempt has failed; null while they arrive.
                 */
                failingSince?: string | null;
                /**
                 * Format: date-time
                 * @description When the server gave up on the receiver; null while it has not.
                 */
                disabledAt?: string | null;
                /** @description Why it gave up; null while it has not. */
                disabledReason?: string | null;
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
                /**
                 * Format: date-time
                 * @description When it was changed last.
                 */
                updatedAt?: string;
            };
            /** @description What it is related to. */
            relationships?: {
                /** @description One set of API credentials of an account. */
                application?: {
                    /** @description Type and id; null when there is none. */
                    data: components["schemas"]["ApplicationIdentifier"] | null;
                };
            };
        };
        /** @description An event that can be subscribed to. */
        WebhookEvent: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "webhook-subscriptions/events";
            /** @description Name of the event. */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description What happened. */
                meaning?: string;
                /** @description Further names that can be subscribed to; each is an event of its own. */
                otherNames?: string[];
                /**
                 * Format: date-time
                 * @description From when on nobody is told any more; null for what has no end.
                 */
                endsAt?: string | null;
            };
        };
        /** @description One HTTP call. */
        WebhookAttempt: {
            /** @description Counts from 1. */
            number: number;
            /**
             * @description What the other side did: `delivered` is any 2xx, `refused_by_receiver` any other status; `refused` means that the address is one that is not called.
             * @enum {string}
             */
            outcome: "delivered" | "refused_by_receiver" | "refused" | "unresolved" | "unreachable" | "bad_certificate" | "timed_out" | "broken_off";
            /** @description The status that came back; null if none did. */
            status: number | null;
            /** @description Why there is no status; null if there is one. */
            detail: string | null;
            /** @description The beginning of what came back, in a sandbox; null everywhere else. */
            answer: string | null;
            /** @description How long it took, in milliseconds. */
            durationMs: number;
            /**
             * Format: date-time
             * @description When it began.
             */
            startedAt: string;
        };
        /** @description One event for one subscription. */
        WebhookDelivery: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "webhook-deliveries";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description Name of the event. */
                event?: string;
                /**
                 * Format: uuid
                 * @description Id of the event, as the receiver sees it.
                 */
                eventId?: string;
                /**
                 * Format: uuid
                 * @description What the event is about, such as an order.
                 */
                subjectId?: string;
                /**
                 * @description `waiting` to be sent, perhaps again; `delivered`; or `failed`, when no attempt is left.
                 * @enum {string}
                 */
                state?: "waiting" | "delivered" | "failed";
                /** @description How often it was sent. */
                attemptsCount?: number;
                /**
                 * Format: date-time
                 * @description When it is sent next; null when it will not be.
                 */
                nextAttemptAt?: string | null;
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
                /**
                 * Format: date-time
                 * @description When it was delivered or given up; null while it waits.
                 */
                finishedAt?: string | null;
                /** @description Every attempt, the first one first. Absent in lists. */
                attempts?: components["schemas"]["WebhookAttempt"][];
                /** @description What is sent, byte for byte. Absent in lists. */
                body?: string;
            };
        };
        /** @description The sandbox's clock. All rules and deadlines follow it; access tokens and request limits keep to real time. */
        Clock: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "clocks";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * Format: date-time
                 * @description The sandbox's time.
                 */
                now?: string;
                /**
                 * Format: date-time
                 * @description The machine's time.
                 */
                realTime?: string;
                /** @description How far the clock is ahead of real time, in seconds. */
                offsetSeconds?: number;
            };
        };
        AdvanceClockBody: {
            /** @description How far to go forward, in seconds. Use `set` to go back. */
            seconds: number;
        };
        SetClockBody: {
            /**
             * Format: date-time
             * @description The moment to go to, from 1970 to 2199.
             */
            to: string;
        };
        /** @description A failure that requests run into on purpose. */
        Fault: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "faults";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description The path that it hits; a `*` at its end stands for anything. */
                path?: string;
                /** @description The method that it hits; null for all. */
                method?: string | null;
                /** @description The status that requests get; null when they only wait. */
                status?: number | null;
                /** @description How long requests wait first, in milliseconds. */
                delayMs?: number;
                /** @description The share of requests that it hits. */
                share?: number;
                /** @description How many requests it will still hit; null for any number. */
                remaining?: number | null;
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
            };
        };
        CreateFaultBody: {
            /** @description The path to hit; a `*` at its end stands for anything. Default: `"*"`. */
            path?: string | null;
            /**
             * @description The method to hit; absent: all.
             * @enum {string|null}
             */
            method?: "GET" | "POST" | "PATCH" | "DELETE" | null;
            /** @description The status to answer with. */
            status?: number | null;
            /** @description How long to wait first, in milliseconds. */
            delayMs?: number | null;
            /** @description The share of requests to hit. Default: `1`. */
            share?: number | null;
            /** @description How many requests to hit; absent: any number. */
            count?: number | null;
        };
        CreateTestOrderBody: {
            /**
             * Format: uuid
             * @description Who orders; a new retailer when absent.
             */
            retailerId?: string | null;
            /** @description The quantity of every line that does not tell its own, 1 to 999 packs. */
            itemQuantity?: number | null;
            /** @description What is ordered; two new products when absent. */
            productVariants?: {
                /**
                 * Format: uuid
                 * @description Id of the variant.
                 */
                id: string;
                /** @description How much of it is ordered, 1 to 999 packs. */
                itemQuantity?: number | null;
                /** @description Another name of `itemQuantity`, 1 to 999 packs. */
                quantity?: number | null;
            }[] | null;
            /**
             * @deprecated
             * @description The same by the ids of options.
             */
            productOptions?: {
                /**
                 * Format: uuid
                 * @description Id of the variant.
                 */
                id: string;
                /** @description How much of it is ordered, 1 to 999 packs. */
                itemQuantity?: number | null;
                /** @description Another name of `itemQuantity`, 1 to 999 packs. */
                quantity?: number | null;
            }[] | null;
        };
        AdvanceOrderBody: {
            /**
             * @description The status to bring the order to.
             * @enum {string}
             */
            to: "shipped" | "received" | "reception_refused" | "invoiced" | "brand_paid" | "cancelled" | "ankor_confirmed";
            /** @description Why, where the move takes a reason. */
            reason?: string | null;
        };
        RequestOrderCancellationBody: {
            /** @description Why the order should not be shipped. */
            reason: string;
        };
        /** @description An address, whole. */
        Address: {
            /** @description Name of a person. */
            name?: string | null;
            /** @description Name of a company or a shop. */
            organisationName?: string | null;
            /** @description Street and number. */
            street: string;
            /** @description Town. */
            city: string;
            /** @description Postal code. */
            postalCode: string;
            /** @description Country, a code of ISO 3166-1. */
            countryCode: string;
        };
        UpdateOrderAddressBody: {
            /** @description Where the invoice goes. */
            billing?: components["schemas"]["Address"] | null;
            /** @description Where the goods go. */
            shipping?: components["schemas"]["Address"] | null;
        };
        /** @description Plays everybody but the brand. Its id is that of the brand. */
        Autopilot: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "autopilots";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description Whether it plays. */
                enabled?: boolean;
                /** @description The same seed, the same data and the same moves of the clock give the same orders. Default: `1`. */
                seed?: number;
                /** @description How many orders arrive in a day of the marketplace's life. Default: `5`. */
                ordersPerDay?: number;
                /** @description How many hours of the marketplace's life an hour of the clock is. Default: `1`. */
                speed?: number;
                /** @description How likely it is, from 0 to 1. */
                probabilities?: {
                    /** @description That a retailer refuses what arrives. Default: `0.05`. */
                    refuseReception: number;
                    /** @description That the marketplace cancels what you reject. Default: `0.9`. */
                    approveRejection: number;
                    /** @description That the marketplace cancels what a retailer refuses. Default: `0.5`. */
                    approveRefusal: number;
                };
                /**
                 * Format: date-time
                 * @description When it was switched on last.
                 */
                startedAt?: string | null;
                /**
                 * Format: date-time
                 * @description When it will do something next; what you do may bring it forward.
                 */
                nextStepAt?: string | null;
                /** @description How often it did what since it was switched on; `refused` counts what was not possible then. */
                done?: {
                    /** @description How often: submit. */
                    submit: number;
                    /** @description How often: scan-parcel. */
                    "scan-parcel": number;
                    /** @description How often: acknowledge-reception. */
                    "acknowledge-reception": number;
                    /** @description How often: refuse-reception. */
                    "refuse-reception": number;
                    /** @description How often: approve-rejection. */
                    "approve-rejection": number;
                    /** @description How often: refuse-rejection. */
                    "refuse-rejection": number;
                    /** @description How often: approve-refusal. */
                    "approve-refusal": number;
                    /** @description How often: settle-refusal. */
                    "settle-refusal": number;
                    /** @description How often: issue-invoice. */
                    "issue-invoice": number;
                    /** @description How often: pay-brand. */
                    "pay-brand": number;
                    /** @description How often: refused. */
                    refused: number;
                };
            };
        };
        SetAutopilotBody: {
            /** @description Whether it plays. */
            enabled: boolean;
            /** @description The same seed, the same data and the same moves of the clock give the same orders. Default: `1`. */
            seed?: number | null;
            /** @description How many orders arrive in a day of the marketplace's life. Default: `5`. */
            ordersPerDay?: number | null;
            /** @description How many hours of the marketplace's life an hour of the clock is. Default: `1`. */
            speed?: number | null;
            /** @description How likely it is, from 0 to 1. */
            probabilities?: {
                /** @description That a retailer refuses what arrives. Default: `0.05`. */
                refuseReception?: number | null;
                /** @description That the marketplace cancels what you reject. Default: `0.9`. */
                approveRejection?: number | null;
                /** @description That the marketplace cancels what a retailer refuses. Default: `0.5`. */
                approveRefusal?: number | null;
            } | null;
        };
        /** @description A user of the demo data. */
        DemoUser: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "demo-users";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * Format: email
                 * @description Address of the user.
                 */
                email?: string;
                /** @description First name of the user. */
                firstName?: string;
                /** @description Last name of the user. */
                lastName?: string;
                /**
                 * @description What the user may do.
                 * @enum {string}
                 */
                role?: "owner" | "staff" | "operator";
                /**
                 * @description What the account of the user is.
                 * @enum {string}
                 */
                accountKind?: "brand" | "retailer" | "operator";
                /** @description Name of the account. */
                accountName?: string;
            };
        };
        /** @description The user who signed in. */
        SessionUser: {
            /**
             * Format: uuid
             * @description Id of the user.
             */
            id: string;
            /**
             * Format: email
             * @description Address.
             */
            email: string;
            /** @description First name. */
            firstName: string;
            /** @description Last name. */
            lastName: string;
        };
        /** @description The account of the user; the operator has no id. */
        SessionAccount: {
            /**
             * @description What the account is.
             * @enum {string}
             */
            kind: "brand" | "retailer" | "operator";
            /**
             * Format: uuid
             * @description Id of the brand or retailer; null for the operator.
             */
            id: string | null;
            /** @description Name of the account. */
            name: string;
        };
        /** @description The second factor of the user. */
        SessionSecondFactor: {
            /** @description Whether signing in asks for a code. */
            isEnabled: boolean;
            /** @description Whether the user must have one. */
            isRequired: boolean;
        };
        /** @description The session of a user who signed in. Its times are real times. */
        Session: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "sessions";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * @description `active`, or what is missing before the session can be used: a code of the second factor, or its setup.
                 * @enum {string}
                 */
                state?: "active" | "second-factor-required" | "second-factor-setup-required";
                /** @description Whether it is the session of this request. */
                isCurrent?: boolean;
                /**
                 * @description The role of the user, which `x-tradehall-roles` of operations refers to.
                 * @enum {string}
                 */
                role?: "owner" | "staff" | "operator";
                /** @description The user who signed in. */
                user?: components["schemas"]["SessionUser"];
                /** @description The account of the user; the operator has no id. */
                account?: components["schemas"]["SessionAccount"];
                /** @description The second factor of the user. */
                secondFactor?: components["schemas"]["SessionSecondFactor"];
                /**
                 * Format: date-time
                 * @description Until when critical changes are possible without the password; null when they are not.
                 */
                passwordConfirmedUntil?: string | null;
                /** @description Network address from which the user signed in. */
                address?: string;
                /** @description What the browser called itself. */
                userAgent?: string | null;
                /**
                 * Format: date-time
                 * @description When the user signed in.
                 */
                createdAt?: string;
                /**
                 * Format: date-time
                 * @description When the session was used last, to the minute.
                 */
                lastSeenAt?: string;
                /**
                 * Format: date-time
                 * @description When it ends at the latest; 30 days without use end it earlier.
                 */
                expiresAt?: string;
            };
        };
        /** @description An event as a webhook subscription of the application would get it. */
        HeardWebhookEvent: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "testing-webhook-events";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description Name of the event. */
                event?: string;
                /**
                 * Format: uuid
                 * @description What the event is about, such as an order.
                 */
                subjectId?: string;
                /** @description What would be sent, byte for byte; sign it with `meta.signingSecret`. */
                body?: string;
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                occurredAt?: string;
            };
        };
        /** @description A request that reached the server. Its id is the X-Request-Id of the answer. */
        LoggedRequest: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "requests";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description Method of the request. */
                method?: string;
                /** @description Path and query of the request. */
                url?: string;
                /** @description Status of the answer. */
                status?: number;
                /** @description How long the answer took, in milliseconds. */
                durationMs?: number;
                /**
                 * Format: uuid
                 * @description Whose token it carried; null without a valid one.
                 */
                applicationId?: string | null;
                /**
                 * Format: uuid
                 * @description Who had signed in; null for applications and without a session.
                 */
                userId?: string | null;
                /** @description The first KB of the request, without secrets. */
                requestBody?: string | null;
                /** @description The first KB of the answer. */
                responseBody?: string | null;
                /**
                 * Format: date-time
                 * @description When it arrived.
                 */
                requestedAt?: string;
            };
        };
        /** @description A mail that the sandbox would have sent. */
        Mail: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "mails";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * Format: email
                 * @description Who would have got it.
                 */
                to?: string;
                /** @description Its subject. */
                subject?: string;
                /** @description Its text; null once it was deleted. */
                text?: string | null;
                /**
                 * Format: date-time
                 * @description When it was written.
                 */
                createdAt?: string;
            };
        };
        AdvanceReplenishmentBody: {
            to: components["schemas"]["ReplenishmentStatus"];
        };
        AdvanceFulfillmentOrderBody: {
            /**
             * @description The status to bring it to.
             * @enum {string}
             */
            to: "requested" | "created" | "scheduled" | "released" | "shipped" | "cancellation_requested" | "cancelled";
        };
        AdvanceExternalOrderBody: {
            /**
             * @description The status to bring it to.
             * @enum {string}
             */
            to: "shipped" | "arrived" | "cancelled";
        };
        AdvanceOrderPayOrderBody: {
            /**
             * @description The status to bring the order to.
             * @enum {string}
             */
            to: "created" | "brand_confirmed" | "payment_confirmed" | "waiting_shipping" | "shipped" | "received" | "invoiced" | "brand_paid" | "cancelled";
        };
        /**
         * @description What stock is there for. `onHand` is the sum of all but `incoming`.
         * @enum {string}
         */
        StockStatus: "available" | "reserved" | "damaged" | "qualityControl" | "blocked" | "incoming" | "onHand";
        /**
         * @description Whose location it is.
         * @enum {string}
         */
        StockLocationType: "warehouse" | "brand" | "retailer";
        /** @description The stock of a variant, whose id it has. Empty when the variant is always in stock and lies in no warehouse. */
        StockState: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "stock-state";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description One entry for each location and status, and in a warehouse for each lot. `onHand` is all that is there: at your own location what is `available` and what is `reserved`. */
                quantities?: {
                    /** @description Packs; below zero when more was sold than there is. */
                    quantity: number;
                    /**
                     * Format: uuid
                     * @description Where they are.
                     */
                    locationId: string;
                    locationType: components["schemas"]["StockLocationType"];
                    status: components["schemas"]["StockStatus"];
                    /** @description Pieces in one pack; quantities count packs. */
                    unitMultiplier: number;
                    /**
                     * @description `single`, or `bundle` for what consists of other variants.
                     * @enum {string}
                     */
                    productType: "single" | "bundle";
                    /** @description What they are of; absent where there are no lots, as at a location of your own. */
                    lot?: {
                        /** @description Number that its maker gave it. */
                        number: string;
                        /**
                         * Format: date
                         * @description The day on which it expires; null when it does not.
                         */
                        expiryDate: string | null;
                    };
                }[];
            };
        };
        /** @description Addresses to follow; a link is null when there is no page in that direction. */
        PageLinksOrNull: {
            /**
             * Format: uri
             * @description The first page.
             */
            first: string | null;
            /**
             * Format: uri
             * @description The page after this one.
             */
            next: string | null;
            /**
             * Format: uri
             * @description The page before this one.
             */
            prev: string | null;
        };
        /**
         * @description What stock at a location is there for. `void` is the other side of what came from outside or went there.
         * @enum {string}
         */
        StockLocationStatus: "available" | "reserved" | "damaged" | "qualityControl" | "blocked" | "incoming" | "void";
        /**
         * @description Why stock moved.
         * @enum {string}
         */
        StockMovementType: "order_created" | "order_cancelled" | "order_reserved" | "order_shipped" | "order_received" | "replenishment" | "replenishment_mismatch" | "snapshot" | "manual" | "broken" | "lost" | "found" | "destroyed" | "delivery_refused" | "returned_to_brand" | "returned" | "adjustment_reversed" | "quality_control" | "expired" | "brand_request" | "blocked_by_provider" | "unblocked" | "batched" | "unbatched" | "batch_modified" | "expiry_date_modified";
        /** @description Names a resource. */
        StockTransactionIdentifier: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "transaction";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
        };
        /** @description Names a resource. */
        StockStateIdentifier: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "stock-state";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
        };
        /** @description Names a resource. */
        StockLotIdentifier: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "lot";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
        };
        /** @description One side of a movement: packs that came to a status of a location, or left it. Never changes. */
        StockPosting: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "posting";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * Format: uuid
                 * @description Where the packs came to, or left.
                 */
                locationId?: string;
                /**
                 * Format: uuid
                 * @description What moved.
                 */
                productVariantId?: string;
                /** @description What stock at a location is there for. `void` is the other side of what came from outside or went there. */
                locationStatus?: components["schemas"]["StockLocationStatus"];
                /** @description Why stock moved. */
                movementType?: components["schemas"]["StockMovementType"];
                /** @description Packs that came, or below zero, that left. */
                quantity?: number;
                /** @description Pieces in one pack; quantities count packs. */
                unitMultiplier?: number;
                /** @description The lot that they are of, in a warehouse; null without one. */
                lotNumber?: string | null;
                /**
                 * Format: date
                 * @description The day on which the lot expires; null when it does not, and without a lot.
                 */
                expiryDate?: string | null;
            };
            /** @description What it is related to. */
            relationships?: {
                /** @description The postings of one occasion. Those of a variant add up to zero. */
                transaction?: {
                    /** @description Type and id; null when there is none. */
                    data: components["schemas"]["StockTransactionIdentifier"] | null;
                };
                /** @description The stock of a variant, whose id it has. Empty when the variant is always in stock and lies in no warehouse. */
                state?: {
                    /** @description Type and id; null when there is none. */
                    data: components["schemas"]["StockStateIdentifier"] | null;
                };
                /** @description Pieces made together. A brand location has none. */
                lot?: {
                    /** @description Type and id; null when there is none. */
                    data: components["schemas"]["StockLotIdentifier"] | null;
                };
            };
        };
        /** @description Names a resource. */
        StockPostingIdentifier: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "posting";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
        };
        /** @description The postings of one occasion. Those of a variant add up to zero. */
        StockTransaction: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "transaction";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description The order or the reference that it belongs to. */
                relatedId?: string;
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                createdAt?: string;
                /** @description Further words about it, such as the move of an order. */
                metadata?: {
                    [key: string]: string;
                };
            };
            /** @description What it is related to. */
            relationships?: {
                /** @description One side of a movement: packs that came to a status of a location, or left it. Never changes. */
                postings?: {
                    /** @description Type and id of each. */
                    data: components["schemas"]["StockPostingIdentifier"][];
                };
            };
        };
        /** @description Pieces made together. A brand location has none. */
        StockLot: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "lot";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description Number that its maker gave it. */
                number?: string;
                /**
                 * Format: date
                 * @description The day on which it expires; null when it does not.
                 */
                expiryDate?: string | null;
            };
        };
        /** @description Where stock lies. A brand has one of its own, and one in the warehouse that keeps its goods. */
        StockLocation: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "location";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description Whose location it is. */
                type?: components["schemas"]["StockLocationType"];
                /**
                 * Format: uuid
                 * @description The brand, warehouse or retailer that it stands for.
                 */
                externalId?: string;
            };
        };
        /** @description Names a resource. */
        BrandContactIdentifier: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "brand-contacts";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
        };
        /** @description A brand as the marketplace shows it. */
        Brand: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "brands";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description What the brand is called. */
                name?: string;
                /**
                 * @description Who decides about new orders: the brand, or nobody, when they are accepted and handed to fulfillment at once.
                 * @enum {string}
                 */
                automationMode?: "automatic-brand_control" | "automatic-confirm-and-request-fulfillment";
                /**
                 * @description Which stock the marketplace sells.
                 * @enum {string}
                 */
                marketplaceStockLocation?: "brand" | "warehouse";
                /** @description Addresses of its pictures. */
                images?: {
                    /**
                     * Format: uri
                     * @description As a square, or null.
                     */
                    squared: string | null;
                    /**
                     * Format: uri
                     * @description With round corners, or null.
                     */
                    rounded: string | null;
                    /**
                     * Format: uri
                     * @description As wide as a page, or null.
                     */
                    large: string | null;
                };
                /** @description Its page in the storefront, without the host; null while it has none. */
                link?: string | null;
            };
            /** @description What it is related to. */
            relationships?: {
                /** @description Whom the marketplace writes to about a brand. */
                "brand-contacts"?: {
                    /** @description Type and id of each. */
                    data: components["schemas"]["BrandContactIdentifier"][];
                };
            };
        };
        /** @description Whom the marketplace writes to about a brand. */
        BrandContact: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "brand-contacts";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * Format: email
                 * @description Where mails go.
                 */
                email?: string;
                /** @description `finance`: about invoices and payouts. */
                purposes?: "finance"[];
            };
        };
        /** @description From which amount a brand ships for nothing. Has the id of the brand. */
        Franco: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "franco";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * Format: uuid
                 * @description Id of the brand.
                 */
                brandId?: string;
                /** @description Orders of this total without VAT, in minor units, and larger ones ship for nothing; 0 for all. */
                amount?: number;
                /** @description What the retailer pays below, in minor units and without VAT. */
                fee?: number;
                /** @description More than this no brand may take, in minor units. */
                maxFee?: number;
                /** @description Of all amounts. */
                currency?: string;
            };
        };
        /** @description What a brand has chosen for one corridor. */
        FrancoSetting: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "franco-settings";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description `domestic`: within the country of the brand. `eu8`: between two of Austria, Belgium, France, Germany, Italy, Luxembourg, the Netherlands and Spain. `international`: everywhere else. */
                corridor?: string;
                /** @description Orders of this total without VAT, in minor units, and larger ones ship for nothing; 0 for all. */
                amount?: number;
                /** @description The currency of the brand. */
                currency?: string;
                /** @description What the retailer pays below, in minor units and without VAT. */
                fee?: number;
            };
            /** @description What can be chosen. */
            meta: {
                /** @description Amounts to offer; others are possible. */
                amountOptions: {
                    /** @description In minor units. */
                    amount: number;
                    /** @description Of the amount. */
                    currency: string;
                    /** @description Whether it is better for retailers than what is usual. */
                    isSpecialDeal: boolean;
                    /** @description Whether a form offers it first. */
                    isDefault: boolean;
                }[];
                /** @description Fees to offer; others are possible. */
                feeOptions: {
                    /** @description In minor units. */
                    amount: number;
                    /** @description Of the amount. */
                    currency: string;
                    /** @description Whether it is better for retailers than what is usual. */
                    isSpecialDeal: boolean;
                    /** @description Whether a form offers it first. */
                    isDefault: boolean;
                }[];
                /** @description The highest fee that is possible, in minor units. */
                defaultMaxFeeAmount: number;
            };
        };
        /** @description How a brand deals with a retailer. Has the id of the retailer. */
        BrandRetailer: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "brand-retailers";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description True: new orders of this retailer are accepted without being asked. Null: nothing was said yet. */
                automaticOrderValidationMode?: boolean | null;
            };
        };
        /** @description An address without a name, whole. */
        Place: {
            /** @description Street and number. */
            street: string;
            /** @description Postal code. */
            postalCode: string;
            /** @description Town. */
            city: string;
            /** @description Country, a code of ISO 3166-1. */
            countryCode: string;
        };
        /** @description From where and to where a brand ships, and how long it takes it to. */
        ShippingSettings: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "shipping-settings";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description The address that retailers see. */
                publicAddress?: components["schemas"]["Place"] | null;
                /** @description Where goods leave from. */
                shippingAddress?: components["schemas"]["Place"] | null;
                /** @description Where invoices go. */
                billingAddress?: components["schemas"]["Place"] | null;
                /** @description Needed for goods from or to the United Kingdom; empty for none. */
                eoriNumber?: string;
                /** @description Needed for goods to Germany: the number of the packaging register. Empty for none. */
                lucidNumber?: string;
                /**
                 * @description How many business days it takes to ship an order; for orders that arrive from now on.
                 * @enum {string}
                 */
                averageLeadTime?: "0-2" | "3-5" | "6-10" | "11-20" | "21-30";
                /** @description The countries that you ship to; null for all. */
                whitelistCountries?: string[] | null;
            };
        };
        /** @description What a brand was paid. */
        Payout: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "payouts";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description The net amount of the order. */
                amount?: {
                    /** @description In minor units. */
                    amount: number;
                    /** @description Of the amount. */
                    currency: string;
                };
                /**
                 * @description `paid`: a payout is told of once it was paid; the other values are kept for later.
                 * @enum {string}
                 */
                status?: "paid" | "pending" | "failed" | "canceled" | "in_transit" | "transfer_to_come";
                /** @description Id at the payment provider; null without one. */
                pspId?: string | null;
                /**
                 * Format: date-time
                 * @description When the payment was noted.
                 */
                createdAt?: string;
                /**
                 * Format: date-time
                 * @description When it arrived: `brandPaidAt` of the order.
                 */
                arrivedAt?: string;
                /** @description What it is made of: one transfer for its order. */
                transfers?: {
                    /**
                     * Format: uuid
                     * @description Id of the transfer.
                     */
                    uuid: string;
                    /** @description What the brand gets. */
                    amount: {
                        /** @description In minor units. */
                        amount: number;
                        /** @description Of the amount. */
                        currency: string;
                    };
                    /** @description Id at the payment provider; null without one. */
                    pspId: string | null;
                    /**
                     * @description `order_payment`: for an order.
                     * @enum {string}
                     */
                    type: "order_payment" | "refund";
                    /** @description What it was paid for. */
                    source: {
                        /**
                         * Format: uuid
                         * @description Id of the order.
                         */
                        uuid: string;
                        /** @description The number that people use for it. */
                        reference: string;
                        /**
                         * Format: uuid
                         * @description Id of the master order: the same; null for `external`, which has none.
                         */
                        masterOrderUuid: string | null;
                        /** @description The store that ordered, as it is called now. */
                        customerStoreName: string | null;
                        /**
                         * @description `internal`: an order of the marketplace; `external`: one of a customer of your own.
                         * @enum {string}
                         */
                        type: "internal" | "external";
                        /** @description Documents of it; none so far. */
                        invoices: {
                            /** @description What it is. */
                            title: string;
                            /** @description Its number. */
                            number: string | null;
                            /** @description Where it can be read. */
                            path: string | null;
                            /** @description Whether the file exists. */
                            isGenerated: boolean;
                        }[];
                    };
                }[];
            };
        };
        /** @description A line of an order. */
        OrderLine: {
            /**
             * Format: uuid
             * @description Id of the line.
             */
            id: string;
            /**
             * Format: uuid
             * @description What is ordered.
             */
            productVariantId: string;
            /** @description How many packs. */
            quantity: number;
            /** @description How many pieces: packs times pieces in a pack. */
            pieces: number;
            /** @description VAT in percent. */
            vatRate: number;
            /** @description The price of a piece without VAT, in minor units of the currency. */
            unitPrice: number;
            /** @description All pieces without VAT, in minor units of the currency. */
            amount: number;
            /** @description The VAT of all pieces, in minor units of the currency. */
            amountVat: number;
            /** @description All pieces with VAT, in minor units of the currency. */
            amountWithVat: number;
        };
        /** @description What you ordered from a brand. */
        RetailerOrder: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "orders";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * Format: uuid
                 * @description Whom it was ordered from.
                 */
                brandId?: string;
                /** @description Where an order is in its life. A new one is `ankor_confirmed` and waits for the brand to accept (`brand_confirmed`) or to reject it (`rejected`, then `cancelled`); later it is `shipped`, `received`, `invoiced` and `brand_paid`. */
                status?: components["schemas"]["OrderStatus"];
                /** @description The number that people use, on labels and in mails. */
                reference?: number;
                /** @description Currency of the amounts, a code of ISO 4217. */
                currency?: string;
                /** @description All lines without VAT, in minor units of the currency. */
                totalAmount?: number;
                /** @description The VAT of all lines, in minor units of the currency. */
                totalAmountVat?: number;
                /** @description All lines with VAT, in minor units of the currency. */
                totalAmountWithVat?: number;
                /** @description What the shipment costs without VAT, 0 from the brand's threshold on, in minor units of the currency. */
                shippingAmount?: number;
                /** @description The VAT on the shipment, in minor units of the currency. */
                shippingAmountVat?: number;
                /** @description How many lines it has. */
                lineCount?: number;
                /** @description Why the brand rejected it, in its words; null if it gave none. */
                brandRejectReason?: string | null;
                /** @description Why the retailer refused what arrived; null if it did not. */
                retailerRejectReason?: string | null;
                /** @description Why the retailer asks for a cancellation; null when it does not. Reject the order, or accept it all the same. */
                retailerCancellationRequestReason?: string | null;
                /** @description Where the invoice goes. */
                billingAddress?: components["schemas"]["OrderAddress"];
                /** @description Where the goods go. Absent in lists. */
                shippingAddress?: components["schemas"]["OrderAddress"];
                /**
                 * Format: date-time
                 * @description When the retailer ordered.
                 */
                submittedAt?: string;
                /**
                 * Format: date-time
                 * @description When the brand shipped it; null until then.
                 */
                shippedAt?: string | null;
                /**
                 * Format: date-time
                 * @description When the order itself changed last; its items have their own.
                 */
                updatedAt?: string;
                /** @description Who carries it; `other` for a carrier unknown here. Null until the brand has chosen one. Absent in lists. */
                carrier?: string | null;
                /** @description The carrier's number of the shipment; null if there is none. Absent in lists. */
                trackingNumber?: string | null;
                /** @description Where to follow the shipment; null if there is no page. Absent in lists. */
                trackingLink?: string | null;
                /** @description What was ordered, line by line. Absent in lists. */
                lines?: components["schemas"]["OrderLine"][];
            };
        };
        /** @description One set of API credentials of a brand or of a retailer. */
        OperatorApplication: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "applications";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description What its maker calls it. */
                name?: string;
                /**
                 * Format: email
                 * @description Whom to write to about it.
                 */
                developerEmail?: string;
                /**
                 * Format: uuid
                 * @description The user in whose name it acts.
                 */
                userId?: string;
                /** @description The public half of its credentials, for `/oauth/token`. */
                clientId?: string;
                /** @description Shown once, in the answer that made it; null ever after. */
                clientSecret?: string | null;
                /**
                 * Format: date-time
                 * @description How long the secret before the newest one works; null when there is none that does.
                 */
                previousSecretUntil?: string | null;
                /**
                 * Format: date-time
                 * @description When it called the API last; null for never. Calls show after five seconds at most.
                 */
                lastUsedAt?: string | null;
                /** @description Its calls in the last 24 hours, whatever was answered. */
                callsLastDay?: number;
                /** @description Its calls on each of the last 14 days, today last. */
                callsByDay?: {
                    /**
                     * Format: date
                     * @description The day in UTC.
                     */
                    date: string;
                    /** @description The calls of that day. */
                    calls: number;
                }[];
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
                /**
                 * Format: date-time
                 * @description When it was revoked; null while it is good.
                 */
                revokedAt?: string | null;
            };
        };
        /** @description What somebody did to an application or to a user. Entries are never changed. */
        AuditEntry: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "audit-entries";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * @description What was done: the first four to an application, the others to or by a user.
                 * @enum {string}
                 */
                action?: "create" | "update" | "rotate-secret" | "revoke" | "sign-in" | "fail-sign-in" | "sign-out" | "end-session" | "invite" | "accept-invitation" | "change-role" | "suspend" | "resume" | "remove" | "rename" | "change-password" | "request-password-reset" | "reset-password" | "enable-second-factor" | "disable-second-factor" | "renew-recovery-codes" | "use-recovery-code" | "confirm-password" | "fail-password" | "verify-second-factor" | "fail-second-factor";
                /**
                 * Format: uuid
                 * @description The application; null for what was done to a user.
                 */
                applicationId?: string | null;
                /**
                 * Format: uuid
                 * @description The user; null for what was done to an application.
                 */
                userId?: string | null;
                /** @description To what it was changed, such as the new role; null where the action says it all. */
                detail?: string | null;
                /**
                 * Format: uuid
                 * @description The brand that it belongs to, if any.
                 */
                brandId?: string | null;
                /**
                 * Format: uuid
                 * @description The retailer that it belongs to, if any.
                 */
                retailerId?: string | null;
                /**
                 * @description Who did it: a user or application of the operator, the brand or the retailer, somebody with the shell of the server, or somebody who has not signed in.
                 * @enum {string}
                 */
                actedBy?: "operator" | "brand" | "retailer" | "shell" | "nobody";
                /**
                 * Format: uuid
                 * @description The user who did it; null for the shell and for nobody.
                 */
                byUserId?: string | null;
                /**
                 * Format: uuid
                 * @description The application that acted in the name of that user; null for a person and for the shell.
                 */
                byApplicationId?: string | null;
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
            };
        };
        /** @description That an application calls a deprecated operation. */
        DeprecatedCalls: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "deprecated-calls";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * Format: uuid
                 * @description The application.
                 */
                applicationId?: string;
                /** @description What its maker calls it. */
                applicationName?: string;
                /** @description Whom to write to about it. */
                developerEmail?: string;
                /**
                 * Format: uuid
                 * @description The brand that it belongs to, if any.
                 */
                brandId?: string | null;
                /**
                 * Format: uuid
                 * @description The retailer that it belongs to, if any.
                 */
                retailerId?: string | null;
                /** @description The operation, as the OpenAPI document names it; `operation/use` where it is one use of it. */
                operation?: string;
                /** @description Its method. */
                method?: string;
                /** @description Its path. */
                path?: string;
                /**
                 * Format: date-time
                 * @description When it ends or has ended; null for what has no end, and for what is gone.
                 */
                endsAt?: string | null;
                /** @description How often it was called, whatever was answered. */
                calls?: number;
                /**
                 * Format: date-time
                 * @description When it was called first.
                 */
                firstCalledAt?: string;
                /**
                 * Format: date-time
                 * @description When it was called last.
                 */
                lastCalledAt?: string;
            };
        };
        /** @description A brand and its settings. */
        OperatorBrand: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "brands";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description What the brand is called. */
                name?: string;
                /** @description Currency that the brand is paid in, a code of ISO 4217. */
                currency?: string;
                /** @description Country of the brand, a code of ISO 3166-1. */
                country?: string;
                /**
                 * @description Business days from an order to its shipment.
                 * @enum {string}
                 */
                averageLeadTime?: "0-2" | "3-5" | "6-10" | "11-20" | "21-30";
                /** @description Where it is; null if nobody has told. */
                address?: components["schemas"]["Address"] | null;
                /** @description The marketplace's share of an order in percent, without VAT. */
                platformFeePercent?: number;
                /** @description Percent that come on top for the first order of a retailer. */
                newCustomerFeePercent?: number;
                /** @description The VAT on those fees, in percent. */
                feeVatPercent?: number;
                /**
                 * @description Which stock the marketplace sells.
                 * @enum {string}
                 */
                marketplaceStockLocation?: "brand" | "warehouse";
                /**
                 * @description Who decides about new orders: the brand; or nobody, when they are accepted and handed to the warehouse at once. Those that the warehouse cannot ship wait for the brand, as all do when there is no warehouse.
                 * @enum {string}
                 */
                automationMode?: "automatic-brand_control" | "automatic-confirm-and-request-fulfillment";
                /** @description Pictures for the storefront. Set all together: what is left out has no picture afterwards. */
                images?: {
                    /**
                     * Format: uri
                     * @description As a square, or null.
                     */
                    squared: string | null;
                    /**
                     * Format: uri
                     * @description With round corners, or null.
                     */
                    rounded: string | null;
                    /**
                     * Format: uri
                     * @description As wide as a page, or null.
                     */
                    large: string | null;
                };
                /** @description Its page in the storefront, without the host; null while it has none. */
                link?: string | null;
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
                /**
                 * Format: date-time
                 * @description When it was changed last.
                 */
                updatedAt?: string;
            };
        };
        /** @description A retailer and its settings. */
        OperatorRetailer: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "retailers";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description Name of the company; null for a sole trader. */
                companyName?: string | null;
                /** @description Name of the shop. */
                storeName?: string;
                /**
                 * Format: uri
                 * @description Website of the shop.
                 */
                storeUrl?: string | null;
                /**
                 * Format: email
                 * @description Where the retailer gets mail.
                 */
                email?: string;
                /** @description First name of the contact person. */
                firstName?: string | null;
                /** @description Last name of the contact person. */
                lastName?: string | null;
                /** @description Number at the tax office. */
                taxNumber?: string | null;
                /** @description VAT number, with the letters of its country. */
                vatNumber?: string | null;
                /** @description Number at the customs of the European Union. */
                eoriNumber?: string | null;
                /** @description Phone number with a plus sign and the country code. */
                phoneNumberE164?: string | null;
                /** @description The tax or VAT number to use, or the number of a sole trader. */
                businessIdentifier?: string | null;
                /** @description Currency that the retailer sees prices in, a code of ISO 4217. */
                currency?: string;
                /** @description Country of the retailer, a code of ISO 3166-1. */
                country?: string;
                /** @description A word of the operator's choice that discount rules refer to. */
                segment?: string | null;
                /** @description Where it is; null if nobody has told. */
                address?: components["schemas"]["Address"] | null;
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
                /**
                 * Format: date-time
                 * @description When it was changed last.
                 */
                updatedAt?: string;
            };
        };
        /** @description A person of a brand, of a retailer or of the operator. */
        AccountUser: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "users";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * Format: email
                 * @description Address of the user, which nobody else has.
                 */
                email?: string;
                /** @description First name of the user. */
                firstName?: string;
                /** @description Last name of the user. */
                lastName?: string;
                /** @description Currency that the user sees prices in, a code of ISO 4217. */
                currency?: string;
                /** @description Country of the user, a code of ISO 3166-1. */
                country?: string;
                /**
                 * @description What the user may do. Staff do the daily work; owners also manage users, credentials and secrets; operators are the users of the operator.
                 * @enum {string}
                 */
                role?: "owner" | "staff" | "operator";
                /**
                 * @description Whether the user may sign in, has not accepted the invitation yet, or may not sign in.
                 * @enum {string}
                 */
                status?: "active" | "invited" | "suspended";
                /** @description Whether the user signs in with a second factor. */
                hasSecondFactor?: boolean;
                /**
                 * Format: date-time
                 * @description How long the invitation can be accepted, in real time; null when there is none.
                 */
                invitedUntil?: string | null;
                /**
                 * Format: date-time
                 * @description When the user signed in last, in real time; null for never.
                 */
                lastSignedInAt?: string | null;
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
                /**
                 * Format: date-time
                 * @description When it was changed last.
                 */
                updatedAt?: string;
            };
        };
        /** @description A discount that a brand gives to retailers for a time. */
        OperatorDiscountRule: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "discount-rules";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * Format: uuid
                 * @description Who gives it.
                 */
                brandId?: string;
                /** @description What people call the rule. */
                name?: string;
                /** @description The segment of retailers that gets it; null for every retailer. */
                retailerSegment?: string | null;
                /** @description How much is taken off the wholesale price, in percent. */
                ratePercent?: number;
                /**
                 * Format: date-time
                 * @description The first moment with the discount.
                 */
                startsAt?: string;
                /**
                 * Format: date-time
                 * @description The first moment without the discount; null until further notice.
                 */
                endsAt?: string | null;
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
                /**
                 * Format: date-time
                 * @description When it was changed last.
                 */
                updatedAt?: string;
            };
        };
        /** @description What a retailer ordered from a brand. */
        OperatorOrder: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "orders";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * Format: uuid
                 * @description Whom it was ordered from.
                 */
                brandId?: string;
                /**
                 * Format: uuid
                 * @description Who ordered.
                 */
                retailerId?: string;
                /** @description Where an order is in its life. A new one is `ankor_confirmed` and waits for the brand to accept (`brand_confirmed`) or to reject it (`rejected`, then `cancelled`); later it is `shipped`, `received`, `invoiced` and `brand_paid`. */
                status?: components["schemas"]["OrderStatus"];
                /** @description The number that people use, on labels and in mails. */
                reference?: number;
                /** @description Currency that the brand is paid in. */
                brandCurrency?: string;
                /** @description What the brand is paid: the total with VAT and the billing items, in minor units of the currency. */
                brandNetAmount?: number;
                /** @description All items without VAT, in minor units of the currency. */
                brandTotalAmount?: number;
                /** @description The VAT of all items, in minor units of the currency. */
                brandTotalAmountVat?: number;
                /** @description All items with VAT, in minor units of the currency. */
                brandTotalAmountWithVat?: number;
                /** @description Why the brand rejected it: its words, or the type where it gave none. Null if it did not. */
                brandRejectReason?: string | null;
                /** @description Why the retailer refused what arrived; null if it did not. */
                retailerRejectReason?: string | null;
                /** @description Why the retailer asks for a cancellation; null when it does not. Reject the order, or accept it all the same. */
                retailerCancellationRequestReason?: string | null;
                /**
                 * Format: date-time
                 * @description When the retailer ordered.
                 */
                submittedAt?: string;
                /**
                 * Format: date-time
                 * @description When the brand shipped it; null until then.
                 */
                shippedAt?: string | null;
                /**
                 * Format: date-time
                 * @description When the brand was paid; null while the payment is pending.
                 */
                brandPaidAt?: string | null;
                /**
                 * Format: date-time
                 * @deprecated
                 * @description When the retailer began it, so before `submittedAt`; use that.
                 */
                createdAt?: string;
                /**
                 * Format: date-time
                 * @description When the order itself changed last; its items have their own.
                 */
                updatedAt?: string;
                /**
                 * @description Who ships it: `custom` is a carrier of the brand. Null until it is chosen.
                 * @enum {string|null}
                 */
                shippingMethod?: "marketplace" | "custom" | "fulfillment" | null;
                /** @description How the order will be shipped, and how it is. Absent in lists. */
                shippingOverview?: components["schemas"]["ShippingOverview"];
                /** @description Why the brand rejected it, one of the types of a rejection; null if it did not. */
                rejectType?: string | null;
                /** @description Where the invoice goes. */
                billingAddress?: components["schemas"]["Address"] | null;
                /** @description Where the goods go. Absent in lists. */
                shippingAddress?: components["schemas"]["Address"] | null;
                /** @description What was ordered, line by line. Absent in lists. */
                lines?: components["schemas"]["OrderLine"][];
            };
        };
        /** @description One entry of the history of an order. */
        OperatorOrderMove: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "order-moves";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description What was asked for; `edit-…-address` and `request-cancellation` change no status. */
                command?: string;
                /** @description The status before it; null for the first entry. */
                from?: components["schemas"]["OrderStatus"] | null;
                /** @description The status after it. */
                to?: components["schemas"]["OrderStatus"];
                /**
                 * @description Who did it.
                 * @enum {string}
                 */
                movedBy?: "brand" | "marketplace" | "carrier" | "retailer";
                /**
                 * Format: uuid
                 * @description Which application did it; null when it was the server itself.
                 */
                applicationId?: string | null;
                /**
                 * Format: uuid
                 * @description Which user did it in a session; null for others.
                 */
                userId?: string | null;
                /**
                 * Format: uuid
                 * @description Id of the event that it fired; null if there was none.
                 */
                eventId?: string | null;
                /** @description Name of the event that it fired; null if there was none. */
                eventType?: string | null;
                /** @description What was said or changed with it. */
                details?: {
                    [key: string]: unknown;
                };
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
            };
        };
        /** @description A subscription of any brand, and how its receiver is doing. */
        OperatorWebhookSubscription: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "webhook-subscriptions";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * Format: uuid
                 * @description The brand that it belongs to.
                 */
                brandId?: string;
                /**
                 * Format: uuid
                 * @description The application that it belongs to.
                 */
                applicationId?: string;
                /** @description Where events are sent: https, or http on this machine while it is a sandbox. */
                url?: string;
                /** @description What is told. */
                events?: string[];
                /** @description Attempts that have failed since then, in a row. */
                failures?: number;
                /**
                 * Format: date-time
                 * @description Since when every attempt has failed; null while they arrive.
                 */
                failingSince?: string | null;
                /**
                 * Format: date-time
                 * @description When the server gave up on the receiver; null while it has not.
                 */
                disabledAt?: string | null;
                /** @description Why it gave up; null while it has not. */
                disabledReason?: string | null;
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
            };
        };
        /** @description Where goods of brands lie. */
        Warehouse: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "warehouses";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description What it is called. */
                name?: string;
                /** @description Where it stands, a code of ISO 3166-1. */
                countryCode?: string;
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
            };
        };
        /** @description That the goods of a brand lie in a warehouse. It has the id of the brand. */
        FulfillmentEnrolment: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "fulfillment-enrolments";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * Format: uuid
                 * @description The brand.
                 */
                brandId?: string;
                /**
                 * Format: uuid
                 * @description What warehouses call it.
                 */
                fulfillmentBrandId?: string;
                /**
                 * Format: uuid
                 * @description Where its goods lie.
                 */
                warehouseId?: string;
                /** @description Where the warehouse may send them. */
                countryCodes?: string[];
                /** @description Whether they are on the way to another warehouse and cannot be picked. */
                isTransferring?: boolean;
                /**
                 * Format: date-time
                 * @description Since when.
                 */
                enrolledAt?: string;
                /**
                 * Format: date-time
                 * @description When it left; null while it is enrolled.
                 */
                endedAt?: string | null;
            };
        };
        /** @description What the warehouse is to pick, pack and send, and where to. */
        OperatorFulfillmentOrder: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "fulfillment-orders";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description The name that people use. */
                reference?: string;
                /** @description Where it is: `internal` before the warehouse was asked, `requested`, `created` once the warehouse knows it, `scheduled`, `released` while it is picked, `shipped`; or `cancellation_requested`, then `cancelled`. */
                status?: components["schemas"]["FulfillmentOrderStatus"];
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
                /** @description What was set aside for it, those batches first that expire first. */
                items?: components["schemas"]["FulfillmentOrderItem"][];
                /** @description What left for it; none until then. */
                shippedItems?: components["schemas"]["FulfillmentOrderShippedItem"][];
                /**
                 * @description Who gets it.
                 * @enum {string}
                 */
                recipientType?: "business" | "consumer";
                /** @description The number of what it ships, for those who get it; null without one. */
                externalReference?: string | null;
                /**
                 * @deprecated
                 * @description What is to be done in words, as in `instructions`; null without any.
                 */
                instructionText?: string | null;
                /** @description How to pack and when to deliver; null without any wish. */
                instructions?: components["schemas"]["FulfillmentInstructions"] | null;
                /**
                 * Format: uuid
                 * @description Whose goods they are.
                 */
                brandId?: string;
                /**
                 * Format: uuid
                 * @description What it ships.
                 */
                masterOrderId?: string;
                /** @description Where it goes. */
                shipTo?: components["schemas"]["Address"] | null;
                /** @description Whether the brand has it fetched. */
                pickupAtDock?: boolean;
                /** @description Whether the carrier is to make an appointment; null when nobody said. */
                deliveryAppointment?: components["schemas"]["DeliveryAppointment"] | null;
                /** @description Who carries it; null until it is shipped, or when nobody told. */
                carrierName?: string | null;
                /** @description The carrier's number; null until it is shipped, or when nobody told. */
                trackingNumber?: string | null;
                /** @description Where to follow it; null until it is shipped, or when nobody told. */
                trackingLink?: string | null;
            };
        };
        /** @description An order that was not sold on the marketplace, and whose it is. */
        OperatorExternalOrder: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "external-orders";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description Where it is: `created` and at once `awaiting_fulfillment`, then `shipped` and `arrived`; or `cancelled`. */
                status?: components["schemas"]["ExternalOrderStatus"];
                /** @description Your own number of it; null if you gave none. */
                customReference?: string | null;
                /** @description Where an order from outside goes. */
                shippingAddress?: components["schemas"]["ExternalOrderAddress"];
                /**
                 * Format: date
                 * @description Until when you expect it to leave, as you told by PATCH; null if you did not.
                 */
                expectedMaximumShippingDate?: string | null;
                /**
                 * Format: uuid
                 * @description Whose goods they are.
                 */
                brandId?: string;
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
            };
        };
        /** @description An order that a brand made for a customer of its own. */
        OperatorOrderPayOrder: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "order-pay-orders";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * Format: uuid
                 * @description Id of the brand.
                 */
                brandId?: string;
                /**
                 * Format: date-time
                 * @description When it was created.
                 */
                createdAt?: string;
                /**
                 * Format: uuid
                 * @description Whom it is for.
                 */
                customerUuid?: string;
                /** @description Percent off the whole order. */
                discountRate?: number;
                /**
                 * @description Where the order is.
                 * @enum {string}
                 */
                status?: "created" | "brand_confirmed" | "payment_confirmed" | "waiting_shipping" | "shipped" | "received" | "invoiced" | "brand_paid" | "cancelled";
                /** @description Reference of a master order; null, as orders of this group have none. */
                masterOrderReference?: string | null;
                /** @description The brand's own number. */
                customReference?: string | null;
                /** @description Why it was cancelled; null when it was not, or when nothing was said. */
                cancelReason?: string | null;
                /** @description What is sold. */
                items?: {
                    /**
                     * Format: uuid
                     * @description What is sold.
                     */
                    productVariantUuid: string;
                    /** @description What it was called when the order was written last. */
                    productVariantName: string;
                    /** @description How many packs. */
                    quantity: number;
                    /** @description How many pieces: packs times pieces in a pack. */
                    multipliedQuantity: number;
                    /** @description For how many days it has to keep; null when nothing was said. */
                    minimumRemainingShelfLife: number | null;
                    /** @description What it costs, in both currencies. */
                    amounts: {
                        /** @description Currency of the brand. */
                        brandCurrency: string;
                        /** @description What a euro was in it when the order was made. */
                        brandCurrencyRate: number;
                        /** @description The price of a pack before any discount, in minor units. */
                        brandUnitPriceBeforeDiscount: number;
                        /** @description The same for people. */
                        brandUnitPriceBeforeDiscountFormatted: string;
                        /** @description The price of a pack after all discounts, rounded, in minor units. */
                        brandUnitPrice: number;
                        /** @description The same for people. */
                        brandUnitPriceFormatted: string;
                        /** @description The line before any discount, in minor units. */
                        brandAmountBeforeDiscount: number;
                        /** @description The same for people. */
                        brandAmountBeforeDiscountFormatted: string;
                        /** @description All discounts of the line, its share of that of the order too, in minor units. */
                        brandDiscountAmount: number;
                        /** @description The same for people. */
                        brandDiscountAmountFormatted: string;
                        /** @description The line without VAT, in minor units. */
                        brandAmount: number;
                        /** @description The same for people. */
                        brandAmountFormatted: string;
                        /** @description The VAT of the line, in minor units. */
                        brandAmountVat: number;
                        /** @description The same for people. */
                        brandAmountVatFormatted: string;
                        /** @description The line with VAT, in minor units. */
                        brandAmountWithVat: number;
                        /** @description The same for people. */
                        brandAmountWithVatFormatted: string;
                        /** @description Currency of the customer. */
                        customerCurrency: string;
                        /** @description What a euro was in it when the order was made. */
                        customerCurrencyRate: number;
                        /** @description The price of a pack before any discount, in minor units. */
                        customerUnitPriceBeforeDiscount: number;
                        /** @description The same for people. */
                        customerUnitPriceBeforeDiscountFormatted: string;
                        /** @description The price of a pack after all discounts, rounded, in minor units. */
                        customerUnitPrice: number;
                        /** @description The same for people. */
                        customerUnitPriceFormatted: string;
                        /** @description The line before any discount, in minor units. */
                        customerAmountBeforeDiscount: number;
                        /** @description The same for people. */
                        customerAmountBeforeDiscountFormatted: string;
                        /** @description All discounts of the line, its share of that of the order too, in minor units. */
                        customerDiscountAmount: number;
                        /** @description The same for people. */
                        customerDiscountAmountFormatted: string;
                        /** @description The line without VAT, in minor units. */
                        customerAmount: number;
                        /** @description The same for people. */
                        customerAmountFormatted: string;
                        /** @description The VAT of the line, in minor units. */
                        customerAmountVat: number;
                        /** @description The same for people. */
                        customerAmountVatFormatted: string;
                        /** @description The line with VAT, in minor units. */
                        customerAmountWithVat: number;
                        /** @description The same for people. */
                        customerAmountWithVatFormatted: string;
                        /** @description VAT in percent, as it is for this customer. */
                        vatRate: number;
                        /** @description The discount of the line itself, in percent. */
                        discountRate: number;
                        /** @description Or as an amount, in the brand's currency, in minor units. */
                        discountAmount: number;
                        /** @description The same for people. */
                        discountAmountFormatted: string;
                    };
                }[];
                /** @description What is charged beside the goods, in the customer's currency. */
                customItems?: {
                    /**
                     * @description What for.
                     * @enum {string}
                     */
                    type: "shippingFees" | "exciseDuties" | "ecoTax";
                    /** @description VAT in percent: the highest of the lines. */
                    vatRate: number;
                    /** @description What is charged without VAT, in minor units. */
                    amount: number;
                    /** @description The same for people. */
                    amountFormatted: string;
                    /** @description The VAT of what is charged, in minor units. */
                    amountVat: number;
                    /** @description The same for people. */
                    amountVatFormatted: string;
                    /** @description What is charged with VAT, in minor units. */
                    amountWithVat: number;
                    /** @description The same for people. */
                    amountWithVatFormatted: string;
                }[];
                /** @description The sums, in both currencies. */
                amounts?: {
                    /** @description Currency of the brand. */
                    brandCurrency: string;
                    /** @description What a euro was in it when the order was made. */
                    brandCurrencyRate: number;
                    /** @description All lines before any discount, in minor units. */
                    brandTotalAmountBeforeDiscount: number;
                    /** @description The same for people. */
                    brandTotalAmountBeforeDiscountFormatted: string;
                    /** @description All discounts, in minor units. */
                    brandTotalDiscountAmount: number;
                    /** @description The same for people. */
                    brandTotalDiscountAmountFormatted: string;
                    /** @description All lines without VAT, in minor units. */
                    brandTotalAmount: number;
                    /** @description The same for people. */
                    brandTotalAmountFormatted: string;
                    /** @description The VAT of all lines, in minor units. */
                    brandTotalAmountVat: number;
                    /** @description The same for people. */
                    brandTotalAmountVatFormatted: string;
                    /** @description All lines with VAT, in minor units. */
                    brandTotalAmountWithVat: number;
                    /** @description The same for people. */
                    brandTotalAmountWithVatFormatted: string;
                    /** @description Currency of the customer. */
                    customerCurrency: string;
                    /** @description What a euro was in it when the order was made. */
                    customerCurrencyRate: number;
                    /** @description All lines before any discount, in minor units. */
                    customerTotalAmountBeforeDiscount: number;
                    /** @description The same for people. */
                    customerTotalAmountBeforeDiscountFormatted: string;
                    /** @description All discounts, in minor units. */
                    customerTotalDiscountAmount: number;
                    /** @description The same for people. */
                    customerTotalDiscountAmountFormatted: string;
                    /** @description All lines without VAT, in minor units. */
                    customerTotalAmount: number;
                    /** @description The same for people. */
                    customerTotalAmountFormatted: string;
                    /** @description The VAT of all lines, in minor units. */
                    customerTotalAmountVat: number;
                    /** @description The same for people. */
                    customerTotalAmountVatFormatted: string;
                    /** @description All lines with VAT, in minor units. */
                    customerTotalAmountWithVat: number;
                    /** @description The same for people. */
                    customerTotalAmountWithVatFormatted: string;
                    /** @description The shipping fees without VAT, in minor units. */
                    shippingFeesAmount: number;
                    /** @description The same for people. */
                    shippingFeesAmountFormatted: string;
                    /** @description The VAT of the shipping fees, in minor units. */
                    shippingFeesAmountVat: number;
                    /** @description The same for people. */
                    shippingFeesAmountVatFormatted: string;
                    /** @description The shipping fees with VAT, in minor units. */
                    shippingFeesAmountWithVat: number;
                    /** @description The same for people. */
                    shippingFeesAmountWithVatFormatted: string;
                    /** @description What the customer pays without VAT, in minor units. */
                    customerGrandTotalAmount: number;
                    /** @description The same for people. */
                    customerGrandTotalAmountFormatted: string;
                    /** @description The VAT of what the customer pays, in minor units. */
                    customerGrandTotalAmountVat: number;
                    /** @description The same for people. */
                    customerGrandTotalAmountVatFormatted: string;
                    /** @description What the customer pays with VAT, in minor units. */
                    customerGrandTotalAmountWithVat: number;
                    /** @description The same for people. */
                    customerGrandTotalAmountWithVatFormatted: string;
                };
                /** @description How and where it goes. */
                shipping?: {
                    /**
                     * @description `custom`: the brand ships it; `fulfillment`: the warehouse.
                     * @enum {string}
                     */
                    shippingMethod: "custom" | "fulfillment";
                    /** @description Where it goes: that of the customer when the order was written last. */
                    shippingAddress: {
                        /** @description Code of ISO 3166-1. */
                        countryCode: string;
                        /** @description Postal code. */
                        postalCode: string;
                        /** @description Town. */
                        city: string;
                        /** @description Street and number. */
                        street: string;
                        /** @description A further line; null, as customers have none. */
                        addressLine: string | null;
                    };
                    /** @description Who is there. */
                    contactPerson: {
                        /** @description Where mails go. */
                        email: string;
                        /** @description First name. */
                        firstName: string;
                        /** @description Last name. */
                        lastName: string;
                        /** @description The store. */
                        company: string | null;
                        /** @description Phone number. */
                        phoneNumber: string | null;
                    };
                };
                /** @description When it can be delivered; null when nothing was said. */
                deliverySchedule?: {
                    /** @description When somebody is there; null for any time. */
                    timeSlots: {
                        /** @description From when. */
                        startTime: string;
                        /** @description Until when. */
                        endTime: string;
                    }[] | null;
                    /** @description On which days; 1 is Monday. */
                    openDays: number[];
                } | null;
                /** @description How it is to be packed; null when nothing was said. */
                packingInstruction?: {
                    /** @description How it is packed. */
                    services: string[];
                    /** @description In words. */
                    instruction: string | null;
                } | null;
                /** @description Whether the delivery is announced; null when nothing was said. */
                deliveryAppointment?: {
                    /** @description Whether the carrier has to call before. */
                    requested: boolean;
                    /** @description In words. */
                    instruction: string | null;
                } | null;
                /** @description Where the parcel is; null until it has left with a number. */
                tracking?: {
                    /** @description The number of the carrier. */
                    trackingNumber: string;
                    /** @description Where the parcel can be followed; null when nobody knows. */
                    trackingLink: string | null;
                    /** @description Where the parcel can be followed; null when nobody knows. */
                    trackingUrl: string | null;
                    /**
                     * @description Where the parcel is.
                     * @enum {string}
                     */
                    status: "TRANSIT" | "DELIVERED";
                    /** @description Whether it has arrived. */
                    isDelivered: boolean;
                } | null;
            };
        };
        ReportTrackingBody: {
            /** @description The carrier's id of the event: the same one is counted once. */
            eventId: string;
            /** @description Number of a parcel, or of a whole shipment. */
            trackingNumber: string;
            /**
             * @description What has become of it.
             * @enum {string}
             */
            status: "UNKNOWN" | "PRE_TRANSIT" | "TRANSIT" | "DELIVERED" | "RETURNED" | "FAILURE";
            /**
             * Format: date-time
             * @description When it happened; events may arrive in any order.
             */
            occurredAt: string;
            /** @description In words. */
            details?: string | null;
            /**
             * Format: date-time
             * @description When it is expected to arrive.
             */
            eta?: string | null;
            /** @description Where it happened. */
            location?: {
                /** @description Town. */
                city?: string | null;
                /** @description Region. */
                state?: string | null;
                /** @description Postal code. */
                zip?: string | null;
                /** @description Country. */
                country?: string | null;
            } | null;
        };
        /** @description The second factor of the user: an authenticator app. Its id is that of the user. */
        SecondFactor: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "second-factors";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /** @description Whether signing in asks for a code. */
                isEnabled?: boolean;
                /** @description Whether the user must have one, as operators must in production. */
                isRequired?: boolean;
                /**
                 * Format: date-time
                 * @description Since when, in real time; null when it is not enabled.
                 */
                enabledAt?: string | null;
                /** @description Recovery codes that were not used. */
                recoveryCodesLeft?: number;
                /** @description For the app, in base32; shown once, when it is made, and null ever after. */
                secret?: string | null;
                /** @description The same for a QR code; shown once. */
                uri?: string | null;
                /** @description Codes for the loss of the app, each for one sign-in; shown once. */
                recoveryCodes?: string[] | null;
            };
        };
        /** @description The invitation of a user, as its link shows it. */
        Invitation: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "invitations";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * Format: email
                 * @description Address of the user.
                 */
                email?: string;
                /** @description First name of the user. */
                firstName?: string;
                /** @description Last name of the user. */
                lastName?: string;
                /** @description The account that invites. */
                accountName?: string;
                /**
                 * @description What the user may do there.
                 * @enum {string}
                 */
                role?: "owner" | "staff" | "operator";
                /**
                 * Format: date-time
                 * @description When the link expires, in real time.
                 */
                expiresAt?: string;
            };
        };
        /** @description The password reset of a user, as its link shows it. */
        PasswordReset: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "password-resets";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * Format: email
                 * @description Address of the user.
                 */
                email?: string;
                /**
                 * Format: date-time
                 * @description When the link expires, in real time.
                 */
                expiresAt?: string;
            };
        };
        /** @description Something that does not work at present. */
        Failure: {
            /** @description The resource type that fails. */
            type: string;
            /**
             * Format: uuid
             * @description The resource that fails.
             */
            id: string;
            /** @description What does not work. */
            sentence: string;
            /**
             * Format: date-time
             * @description Since when it fails.
             */
            since: string;
        };
        /** @description What has changed for an account, and what fails. Its id is that of the user who asks. */
        Activity: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "activities";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Its fields; those that `fields[…]` left out are absent. */
            attributes: {
                /**
                 * Format: date-time
                 * @description The time of the server.
                 */
                now?: string;
                /** @description A version for each resource type. It differs after every change that the account can see; compare it with the one before, and read again what has changed. */
                versions?: {
                    [key: string]: string;
                };
                /** @description What fails at present, newest first; at most 20. */
                failures?: components["schemas"]["Failure"][];
            };
        };
        /** @description What a retailer ordered from a brand. */
        OrderInWebhooks: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "orders";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            attributes: components["schemas"]["OrderAttributes"];
            relationships?: components["schemas"]["OrderRelationships"];
        };
        /** @description Names a resource. */
        OrderIdentifierInWebhooks: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "orders";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
        };
        /** @description Stands for one order, of the marketplace or from outside. */
        MasterOrderInWebhooks: {
            /**
             * @description The kind of resource.
             * @constant
             */
            type: "master-orders";
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description What it is related to. */
            relationships?: {
                /** @description What a retailer ordered from a brand. */
                internalOrder?: {
                    /** @description Type and id; null when there is none. */
                    data: components["schemas"]["OrderIdentifierInWebhooks"] | null;
                };
                /**
                 * @deprecated
                 * @description Deprecated: an order that was not sold on the marketplace, and that the warehouse ships.
                 */
                externalOrder?: {
                    /** @description Type and id; null when there is none. */
                    data: components["schemas"]["ExternalOrderIdentifier"] | null;
                };
                /** @description How an order travels. */
                shipment?: {
                    /** @description Type and id; null when there is none. */
                    data: components["schemas"]["ShipmentIdentifier"] | null;
                };
            };
        };
    };
    responses: {
        /** @description The configuration. */
        UserConfigDocument: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["UserConfig"];
                };
            };
        };
        /** @description The variant. */
        ProductVariantDocument: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["ProductVariant"];
                    /** @description What `include` asked for, each resource once. */
                    included?: components["schemas"]["Product"][];
                };
            };
        };
        /** @description The operation. */
        IntegrationOperationDocument: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["IntegrationOperation"];
                    /** @description Addresses. */
                    links: {
                        /**
                         * Format: uri
                         * @description Where the resource is.
                         */
                        self: string;
                    };
                };
            };
        };
        /** @description The order. */
        OrderDocument: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["Order"];
                    /** @description What `include` asked for, each resource once. */
                    included?: (components["schemas"]["Retailer"] | components["schemas"]["BillingItem"] | components["schemas"]["OrderItem"] | components["schemas"]["ProductVariant"] | components["schemas"]["Product"] | components["schemas"]["ProductOption"])[];
                };
            };
        };
        /** @description The shipment, or null. */
        TrackedShipmentDocument: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["TrackedShipment"];
                    /** @description What `include` asked for, each resource once. */
                    included?: (components["schemas"]["TrackedParcel"] | components["schemas"]["TrackedQuote"] | components["schemas"]["TrackedItem"])[];
                };
            };
        };
        /** @description The shipment. */
        TrackedShipmentDocumentInShipments: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["TrackedShipment"];
                    /** @description What `include` asked for, each resource once. */
                    included?: (components["schemas"]["TrackedParcel"] | components["schemas"]["TrackedQuote"] | components["schemas"]["TrackedItem"])[];
                };
            };
        };
        /** @description The id was known: the shipment as it is. */
        TrackedShipmentDocument2: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["TrackedShipment"];
                    /** @description What `include` asked for, each resource once. */
                    included?: (components["schemas"]["TrackedParcel"] | components["schemas"]["TrackedQuote"] | components["schemas"]["TrackedItem"])[];
                };
            };
        };
        /** @description The item. */
        FulfillmentItemDocument: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["FulfillmentItem"];
                };
            };
        };
        /** @description It is gone. */
        DeleteReplenishmentResult: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                };
            };
        };
        /** @description The subscription. */
        WebhookSubscriptionDocument: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["WebhookSubscription"];
                    /** @description What `include` asked for, each resource once. */
                    included?: components["schemas"]["Application"][];
                };
            };
        };
        /** @description The delivery, which waits now. */
        WebhookDeliveryDocument: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["WebhookDelivery"];
                };
            };
        };
        /** @description Newest first. */
        WebhookDeliveryPage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    /** @description The resources, in the order of the list. */
                    data: components["schemas"]["WebhookDelivery"][];
                    meta: components["schemas"]["PageMeta"];
                    links: components["schemas"]["PageLinks"];
                };
            };
        };
        /** @description The delivery. */
        WebhookDeliveryDocumentInWebhooks: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["WebhookDelivery"];
                };
            };
        };
        /** @description The clock. */
        ClockDocument: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["Clock"];
                    /** @description What there is to say beside the data. */
                    meta: {
                        /** @description What became due and was done. */
                        jobs: {
                            /** @description Jobs that were run. */
                            ran: number;
                            /** @description Jobs that failed and will be tried again. */
                            failed: number;
                        };
                    };
                };
            };
        };
        /** @description The order as it is now. */
        OrderDocumentInTesting: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["Order"];
                    /** @description What `include` asked for, each resource once. */
                    included?: (components["schemas"]["Retailer"] | components["schemas"]["BillingItem"] | components["schemas"]["OrderItem"] | components["schemas"]["ProductVariant"] | components["schemas"]["Product"] | components["schemas"]["ProductOption"])[];
                };
            };
        };
        /** @description The session; its cookie is set. */
        SessionDocument: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["Session"];
                };
            };
        };
        /** @description One page, newest first unless sorted otherwise. */
        StockStatePage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    /** @description The resources, in the order of the list. */
                    data: components["schemas"]["StockState"][];
                    meta: components["schemas"]["PageMeta"];
                    links: components["schemas"]["PageLinksOrNull"];
                };
            };
        };
        /** @description Done. */
        UpdateStockStatesResult: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description One page, newest first unless sorted otherwise. */
        StockPostingPage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    /** @description The resources, in the order of the list. */
                    data: components["schemas"]["StockPosting"][];
                    /** @description What `include` asked for, each resource once. */
                    included?: (components["schemas"]["StockTransaction"] | components["schemas"]["StockLot"] | components["schemas"]["StockState"])[];
                    meta: components["schemas"]["PageMeta"];
                    links: components["schemas"]["PageLinksOrNull"];
                };
            };
        };
        /** @description One page, newest first unless sorted otherwise. */
        StockTransactionPage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    /** @description The resources, in the order of the list. */
                    data: components["schemas"]["StockTransaction"][];
                    /** @description What `include` asked for, each resource once. */
                    included?: components["schemas"]["StockPosting"][];
                    meta: components["schemas"]["PageMeta"];
                    links: components["schemas"]["PageLinksOrNull"];
                };
            };
        };
        /** @description One page, newest first unless sorted otherwise. */
        StockLocationPage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    /** @description The resources, in the order of the list. */
                    data: components["schemas"]["StockLocation"][];
                    meta: components["schemas"]["PageMeta"];
                    links: components["schemas"]["PageLinksOrNull"];
                };
            };
        };
        /** @description The order. */
        RetailerOrderDocument: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["RetailerOrder"];
                };
            };
        };
        /** @description The application with its client secret. */
        OperatorApplicationDocument: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["OperatorApplication"];
                };
            };
        };
        /** @description The id was known: the stored application, without a secret. */
        OperatorApplicationDocumentInIntegrations: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["OperatorApplication"];
                };
            };
        };
        /** @description The application with its new client secret. */
        OperatorApplicationDocument2: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["OperatorApplication"];
                };
            };
        };
        /** @description The application as it ended. */
        OperatorApplicationDocument3: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["OperatorApplication"];
                };
            };
        };
        /** @description One page, newest first. */
        AuditEntryPage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    /** @description The resources, in the order of the list. */
                    data: components["schemas"]["AuditEntry"][];
                    meta: components["schemas"]["PageMeta"];
                    links: components["schemas"]["PageLinks"];
                };
            };
        };
        /** @description One page. */
        DeprecatedCallsPage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    /** @description The resources, in the order of the list. */
                    data: components["schemas"]["DeprecatedCalls"][];
                    meta: components["schemas"]["PageMeta"];
                    links: components["schemas"]["PageLinks"];
                };
            };
        };
        /** @description The user, who is invited. */
        AccountUserDocument: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["AccountUser"];
                };
            };
        };
        /** @description The id was known: the stored user. */
        AccountUserDocumentInOperator: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["AccountUser"];
                };
            };
        };
        /** @description The order as it is now. */
        OperatorOrderDocument: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["OperatorOrder"];
                };
            };
        };
        /** @description The enrolment. */
        FulfillmentEnrolmentDocument: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["FulfillmentEnrolment"];
                };
            };
        };
        /** @description The replenishment as it is now. */
        ReplenishmentDocument: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["Replenishment"];
                };
            };
        };
        /** @description The fulfillment order as it is now. */
        OperatorFulfillmentOrderDocument: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["OperatorFulfillmentOrder"];
                };
            };
        };
        /** @description The order as it is now. */
        OperatorExternalOrderDocument: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["OperatorExternalOrder"];
                };
            };
        };
        /** @description The order as it is now. */
        OperatorOrderPayOrderDocument: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["OperatorOrderPayOrder"];
                };
            };
        };
        /** @description The session; its cookie has a new value. */
        SessionDocumentInSessions: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["Session"];
                };
            };
        };
        /** @description The user. */
        AccountUserDocumentInUsers: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["AccountUser"];
                };
            };
        };
        /** @description The user. */
        AccountUserDocument2: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["AccountUser"];
                };
            };
        };
        /** @description The second factor, with its recovery codes. */
        SecondFactorDocument: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": {
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["SecondFactor"];
                };
            };
        };
    };
    parameters: {
        /** @description The only fields of `email-verifications` to return, attributes and relationships. */
        FieldsEmailVerifications: ("email" | "expiresInMinutes" | "verifiedAt")[];
        /** @description The only fields of `user-configs` to return, attributes and relationships. */
        FieldsUserConfigs: ("currency" | "country" | "browserId")[];
        /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
        Include: ("productVariant" | "productOption")[];
        /** @description The only fields of `product` to return, attributes and relationships. */
        FieldsProduct: ("name" | "description" | "language" | "dimensions" | "netWeight" | "capacity" | "position" | "unitMultiplier" | "vatRate" | "discountRate" | "productTypeId" | "active" | "outOfStock" | "archived" | "retailPrice" | "wholesalePrice" | "originalWholesalePrice" | "createdAt" | "indexedAt" | "updatedAt" | "images" | "tags" | "productVariant" | "productOption")[];
        /** @description The only fields of `productVariant` to return, attributes and relationships. */
        FieldsProductVariant: ("name" | "sku" | "ian" | "createdAt" | "updatedAt" | "archivedAt" | "retailPrice" | "wholesalePrice" | "originalWholesalePrice" | "availableQuantity" | "reservedQuantity" | "stockQuantity" | "isAlwaysInStock" | "inventoryPolicy" | "fulfillableId" | "availableAt" | "images" | "product")[];
        /** @description The only fields of `product-options` to return, attributes and relationships. */
        FieldsProductOptions: ("name" | "sku" | "ian" | "outOfStock" | "createdAt" | "updatedAt" | "archivedAt" | "product")[];
        /** @description Only what changed since this time, oldest change first. Follow `next` to the end, then ask with `meta.updatedUntil`. Nothing is left out, some may come twice. */
        FilterUpdatedAfter: string;
        /** @description Rows per page: 15 when absent, at most 50. */
        PageLimit: number;
        /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
        PageAfter: string;
        /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
        PageBefore: string;
        /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
        IncludeOfProductVariant: "product"[];
        /** @description Rows per page: 15 when absent, at most 100. */
        PageLimitOfProductVariant: number;
        /** @description Id of the variant. */
        ProductVariantId: string;
        /** @description Change nothing and answer 412 if the resource has another ETag by now. The ETag is that of its GET without `include`. */
        IfMatch: string;
        /** @description The only fields of `catalog-integration-operation` to return, attributes and relationships. */
        FieldsCatalogIntegrationOperation: ("source" | "operationType" | "status" | "updateFields" | "callbackUrl" | "createdAt" | "startedAt" | "completedAt" | "totalProductsCount" | "processedProductsCount" | "failedProductsCount" | "results")[];
        /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
        PageAfterOfIntegrationOperation: string;
        /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
        PageBeforeOfIntegrationOperation: string;
        /** @description The id of the operation. */
        OperationIdId: string;
        /** @description Rows per page: 100 when absent, at most 100. */
        PageLimitOfIntegrationResult: number;
        /** @description The only fields of `catalog-exchange-error-report` to return, attributes and relationships. */
        FieldsCatalogExchangeErrorReport: ("pimImportJobId" | "brandUuid" | "status" | "filename" | "failureReason" | "createdAt" | "startedAt" | "completedAt" | "expiresAt" | "downloadUrl")[];
        /** @description The id of the error report. */
        ErrorReportId: string;
        /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
        IncludeOfOrder: ("retailer" | "billingItems" | "orderItems" | "orderItems.productVariant" | "orderItems.productVariant.product" | "orderItems.productOption" | "orderItems.productOption.product")[];
        /** @description The only fields of `order` to return, attributes and relationships. */
        FieldsOrder: ("masterOrderId" | "status" | "reference" | "brandCurrency" | "brandNetAmount" | "brandTotalAmount" | "brandTotalAmountVat" | "brandTotalAmountWithVat" | "brandRejectReason" | "retailerRejectReason" | "retailerCancellationRequestReason" | "billingName" | "billingOrganisationName" | "billingStreet" | "billingPostalCode" | "billingCity" | "billingCountryCode" | "submittedAt" | "shippedAt" | "brandPaidAt" | "createdAt" | "updatedAt" | "shippingMethod" | "shippingOverview" | "retailer" | "billingItems" | "orderItems" | "orderItems-productVariant" | "orderItems-productVariant-product" | "orderItems-productOption" | "orderItems-productOption-product")[];
        /** @description The only fields of `retailer` to return, attributes and relationships. */
        FieldsRetailer: ("companyName" | "storeName" | "storeUrl" | "email" | "firstName" | "lastName" | "taxNumber" | "vatNumber" | "eoriNumber" | "phoneNumberE164" | "businessIdentifier" | "createdAt" | "updatedAt")[];
        /** @description The only fields of `billing-items` to return, attributes and relationships. */
        FieldsBillingItems: ("type" | "currency" | "vatRate" | "currencyRate" | "amount" | "amountVat" | "amountWithVat" | "createdAt" | "updatedAt")[];
        /** @description The only fields of `order-items` to return, attributes and relationships. */
        FieldsOrderItems: ("brandCurrency" | "quantity" | "multipliedQuantity" | "vatRate" | "brandUnitPrice" | "brandAmount" | "brandAmountVat" | "brandAmountWithVat" | "createdAt" | "updatedAt" | "productVariant" | "productOption")[];
        /** @description Only orders in this status. */
        FilterStatus: components["schemas"]["OrderStatus"];
        /** @description Only orders of this retailer. */
        FilterRetailer: string;
        /** @description Id of the order. */
        OrderId: string;
        /** @description The only fields of `order-moves` to return, attributes and relationships. */
        FieldsOrderMoves: ("command" | "from" | "to" | "movedBy" | "applicationId" | "userId" | "eventId" | "eventType" | "details" | "createdAt")[];
        /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
        IncludeOfMasterOrder: ("internalOrder" | "internalOrder.retailer" | "internalOrder.billingItems" | "internalOrder.orderItems" | "internalOrder.orderItems.productVariant" | "internalOrder.orderItems.productVariant.product" | "internalOrder.orderItems.productOption" | "internalOrder.orderItems.productOption.product" | "externalOrder" | "externalOrder.orderItems" | "shipment")[];
        /** @description The only fields of `master-orders` to return, attributes and relationships. */
        FieldsMasterOrders: ("internalOrder" | "externalOrder" | "shipment")[];
        /** @description The only fields of `internal-orders` to return, attributes and relationships. */
        FieldsInternalOrders: ("masterOrderId" | "status" | "reference" | "brandCurrency" | "brandNetAmount" | "brandTotalAmount" | "brandTotalAmountVat" | "brandTotalAmountWithVat" | "brandRejectReason" | "retailerRejectReason" | "retailerCancellationRequestReason" | "billingName" | "billingOrganisationName" | "billingStreet" | "billingPostalCode" | "billingCity" | "billingCountryCode" | "submittedAt" | "shippedAt" | "brandPaidAt" | "createdAt" | "updatedAt" | "shippingMethod" | "shippingOverview" | "retailer" | "billingItems" | "orderItems" | "orderItems-productVariant" | "orderItems-productVariant-product" | "orderItems-productOption" | "orderItems-productOption-product")[];
        /** @description The only fields of `external-orders` to return, attributes and relationships. */
        FieldsExternalOrders: ("status" | "customReference" | "shippingAddress" | "expectedMaximumShippingDate" | "orderItems")[];
        /** @description The only fields of `external-order-items` to return, attributes and relationships. */
        FieldsExternalOrderItems: ("productVariantUuid" | "batchQuantity" | "unitQuantity")[];
        /** @description The only fields of `shipments` to return, attributes and relationships. */
        FieldsShipments: ("shippedAt" | "trackingNumber" | "shippingCarrier" | "trackingUrl")[];
        /** @description Id of the master order, which is that of its order. */
        MasterOrderId: string;
        /** @description The only fields of `billing-exports` to return, attributes and relationships. */
        FieldsBillingExports: ("type" | "brandUuid" | "filename" | "status" | "from" | "to" | "expiresAt" | "finishedAt" | "downloadLink" | "progress" | "ordersCount" | "failures")[];
        /** @description The id of the export. */
        BillingExportId: string;
        /** @description Id of the master order. */
        OrderIdId: string;
        /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
        IncludeOfTrackedShipment: ("shipmentParcel" | "shipmentQuote" | "shippedItems")[];
        /** @description The only fields of `shipping-shipment` to return, attributes and relationships. */
        FieldsShippingShipment: ("carrier" | "serviceCode" | "trackingNumber" | "trackingLink" | "status" | "fromAddress" | "shipmentParcel" | "shipmentQuote" | "shippedItems")[];
        /** @description The only fields of `shipping-shipment-parcel` to return, attributes and relationships. */
        FieldsShippingShipmentParcel: ("trackingNumber" | "trackingLink" | "status" | "length" | "width" | "height" | "weight" | "serialShippingContainerCode" | "label")[];
        /** @description The only fields of `shipping-quotes` to return, attributes and relationships. */
        FieldsShippingQuotes: ("quoteUuid" | "carrierCode" | "serviceCode" | "serviceCommercialName" | "collectionMethod" | "shippingCost" | "timeInTransit")[];
        /** @description The only fields of `shipping-shipment-shipped-item` to return, attributes and relationships. */
        FieldsShippingShipmentShippedItem: ("parcelId" | "productVariantId" | "batchQuantity" | "unitQuantity" | "lotNumber" | "expiryDate")[];
        /** @description Id of the order. */
        OrderIdIdOfTrackedShipment: string;
        /** @description The only fields of `fulfillment-items` to return, attributes and relationships. */
        FieldsFulfillmentItems: ("productVariantId" | "referenceId" | "status" | "barcode" | "sku" | "productName" | "categoryName" | "unitsPerBatch" | "unitCost" | "unitCostMargin" | "classificationCode" | "expiryTracked" | "lotTracked" | "shelfLife" | "isFragile" | "isOrganic" | "needRepack" | "needRelabel" | "alcoholCode" | "alcoholPercentage" | "volumeOfLiquidPerPack" | "icpeCode" | "packingRules" | "expectedStockForDays" | "createdAt" | "updatedAt")[];
        /** @description The only fields of `fulfillment-lots` to return, attributes and relationships. */
        FieldsFulfillmentLots: ("fulfillmentItemId" | "availableQuantity" | "expiryDate" | "sellByDate" | "lotNumber" | "fulfillmentItem")[];
        /** @description How many rows of the list come before the page. */
        PageOffset: number;
        /** @description Rows per page. */
        PageLimitOfFulfillmentItem: number;
        /** @description Id of the item. */
        ItemId: string;
        /** @description Order of the list, descending with a minus sign. */
        Sort: ("createdAt" | "-createdAt")[];
        /** @description The only fields of `fulfillment-bundle` to return, attributes and relationships. */
        FieldsFulfillmentBundle: ("productVariantId" | "items")[];
        /** @description The only fields of `replenishments` to return, attributes and relationships. */
        FieldsReplenishments: ("brandId" | "fulfillmentBrandId" | "warehouseId" | "shippingCarrierName" | "shipmentType" | "items" | "reference" | "status" | "createdAt" | "submittedAt" | "confirmedAt" | "deliveredAt" | "receivedAt" | "receipts" | "fulfillmentBrand" | "warehouse")[];
        /** @description Id of the replenishment. */
        ReplenishmentId: string;
        /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
        IncludeOfFulfillmentOrder: "statusUpdates"[];
        /** @description The only fields of `fulfillment-orders` to return, attributes and relationships. */
        FieldsFulfillmentOrders: ("reference" | "status" | "createdAt" | "items" | "shippedItems" | "recipientType" | "externalReference" | "instructionText" | "instructions" | "statusUpdates")[];
        /** @description The only fields of `fulfillment-order-status-updates` to return, attributes and relationships. */
        FieldsFulfillmentOrderStatusUpdates: ("status" | "receivedAt")[];
        /** @description Only those in this status. */
        FilterStatusOfFulfillmentOrder: components["schemas"]["FulfillmentOrderStatus"];
        /** @description Order of the list, descending with a minus sign. `-createdAt` when absent. */
        SortOfFulfillmentOrder: ("createdAt" | "-createdAt")[];
        /** @description Id of the fulfillment order. */
        Id: string;
        /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
        IncludeOfOrderPayCustomer: "payment-methods"[];
        /** @description The only fields of `order-pay-customer` to return, attributes and relationships. */
        FieldsOrderPayCustomer: ("storeName" | "email" | "firstName" | "lastName" | "currency" | "paymentMethods" | "company" | "billingAddress" | "shippingAddress" | "payment-methods")[];
        /** @description The only fields of `order-pay-customer-payment-methods` to return, attributes and relationships. */
        FieldsOrderPayCustomerPaymentMethods: ("type" | "email" | "name" | "last4")[];
        /** @description Id of the customer. */
        OrderPayCustomerId: string;
        /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
        IncludeOfOrderPayOrder: ("payment" | "payment.transactions")[];
        /** @description The only fields of `order-pay-orders` to return, attributes and relationships. */
        FieldsOrderPayOrders: ("createdAt" | "customerUuid" | "discountRate" | "status" | "masterOrderReference" | "customReference" | "cancelReason" | "items" | "customItems" | "amounts" | "shipping" | "deliverySchedule" | "packingInstruction" | "deliveryAppointment" | "tracking" | "payment")[];
        /** @description The only fields of `order-pay-payments` to return, attributes and relationships. */
        FieldsOrderPayPayments: ("orderUuid" | "customerUuid" | "brandUuid" | "createdAt" | "psp" | "status" | "amount" | "currency" | "currencyRate" | "paymentMethod" | "fundedBy" | "paymentTerms" | "transactions")[];
        /** @description The only fields of `order-pay-transactions` to return, attributes and relationships. */
        FieldsOrderPayTransactions: ("createdAt" | "pspId" | "amount" | "currency" | "type" | "status" | "pspData")[];
        /** @description Id of the order. */
        OrderPayOrderId: string;
        /** @description The only fields of `application` to return, attributes and relationships. */
        FieldsApplication: ("name" | "developerEmail" | "clientId" | "clientSecret" | "webhookSubscriptions")[];
        /** @description The only fields of `webhook-subscriptions` to return, attributes and relationships. */
        FieldsWebhookSubscriptions: ("webhookUrl" | "url" | "events" | "signingSecret" | "previousSigningSecretUntil" | "pausedAt" | "failingSince" | "disabledAt" | "disabledReason" | "createdAt" | "updatedAt" | "application")[];
        /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
        IncludeOfWebhookSubscription: "application"[];
        /** @description Id of the subscription. */
        WebhookSubscriptionId: string;
        /** @description The only fields of `webhook-deliveries` to return, attributes and relationships. */
        FieldsWebhookDeliveries: ("event" | "eventId" | "subjectId" | "state" | "attemptsCount" | "nextAttemptAt" | "createdAt" | "finishedAt" | "attempts" | "body")[];
        /** @description Only deliveries in this state. */
        FilterState: "waiting" | "delivered" | "failed";
        /** @description Only deliveries of this event. */
        FilterEvent: "order.brand_created" | "order.brand_accepted" | "order.brand_confirmed" | "order.brand_rejected" | "order.billing_address_updated" | "order.shipping_address_updated" | "order.shipping_labels_generated" | "order.shipped" | "order.shipment_received" | "order.received" | "order.shipment_refused" | "order.brand_paid" | "order.cancelled" | "order.brand_accepted_reverted" | "order.shipping_labels_generated_reverted" | "external_order.created" | "external_order.awaiting_fulfillment" | "external_order.cancelled" | "external_order.shipped" | "external_order.arrived";
        /** @description Only what was recorded then or later. */
        FilterCreatedAtFrom: string;
        /** @description Only what was recorded before then. */
        FilterCreatedAtTo: string;
        /** @description Id of the delivery. */
        DeliveryId: string;
        /** @description The only fields of `clocks` to return, attributes and relationships. */
        FieldsClocks: ("now" | "realTime" | "offsetSeconds")[];
        /** @description The only fields of `faults` to return, attributes and relationships. */
        FieldsFaults: ("path" | "method" | "status" | "delayMs" | "share" | "remaining" | "createdAt")[];
        /** @description The only fields of `autopilots` to return, attributes and relationships. */
        FieldsAutopilots: ("enabled" | "seed" | "ordersPerDay" | "speed" | "probabilities" | "startedAt" | "nextStepAt" | "done")[];
        /** @description The only fields of `sessions` to return, attributes and relationships. */
        FieldsSessions: ("state" | "isCurrent" | "role" | "user" | "account" | "secondFactor" | "passwordConfirmedUntil" | "address" | "userAgent" | "createdAt" | "lastSeenAt" | "expiresAt")[];
        /** @description Id of the order, which is that of its master order. */
        IdOfExternalOrder: string;
        /** @description The only fields of `stock-state` to return, attributes and relationships. */
        FieldsStockState: "quantities"[];
        /** @description Only these variants. */
        FilterProductVariantIds: string[];
        /** @description The statuses whose quantities are shown. */
        FilterStatusOfStockState: components["schemas"]["StockStatus"][];
        /** @description Only locations of these kinds. */
        FilterLocationTypes: components["schemas"]["StockLocationType"][];
        /** @description Only these locations. */
        FilterLocationIds: string[];
        /** @description All variants are single; there are no bundles yet. */
        FilterProductType: "single" | "bundle";
        /** @description Rows per page: 10 when absent, at most 100. */
        PageLimitOfStockState: number;
        /** @description Seconds since the epoch: the balance with everything up to and at that second. */
        StateAt: number;
        /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
        IncludeOfStockPosting: ("transaction" | "lot" | "state")[];
        /** @description The only fields of `posting` to return, attributes and relationships. */
        FieldsPosting: ("locationId" | "productVariantId" | "locationStatus" | "movementType" | "quantity" | "unitMultiplier" | "lotNumber" | "expiryDate" | "transaction" | "state" | "lot")[];
        /** @description The only fields of `transaction` to return, attributes and relationships. */
        FieldsTransaction: ("relatedId" | "createdAt" | "metadata" | "postings")[];
        /** @description The only fields of `lot` to return, attributes and relationships. */
        FieldsLot: ("number" | "expiryDate")[];
        /** @description Only postings to these statuses. */
        FilterLocationStatus: components["schemas"]["StockLocationStatus"][];
        /** @description Only movements for these reasons. */
        FilterMovementTypeIn: components["schemas"]["StockMovementType"][];
        /** @description No movements for these reasons. */
        FilterMovementTypeNotIn: components["schemas"]["StockMovementType"][];
        /** @description Order of the list, descending with a minus sign. `-transaction.createdAt` when absent. */
        SortOfStockPosting: ("transaction.createdAt" | "-transaction.createdAt")[];
        /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
        PageAfterOfStockPosting: string;
        /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
        PageBeforeOfStockPosting: string;
        /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
        IncludeOfStockTransaction: "postings"[];
        /** @description Only what belongs to these orders or references. */
        FilterRelatedIds: string[];
        /** @description The only fields of `location` to return, attributes and relationships. */
        FieldsLocation: ("type" | "externalId")[];
        /** @description The location of this brand, warehouse or retailer. */
        FilterExternalId: string;
        /** @description The only fields of `brands` to return, attributes and relationships. */
        FieldsBrands: ("name" | "automationMode" | "marketplaceStockLocation" | "images" | "link" | "brand-contacts")[];
        /** @description The only fields of `brand-contacts` to return, attributes and relationships. */
        FieldsBrandContacts: ("email" | "purposes")[];
        /** @description Id of the contact. */
        IdOfBrandContact: string;
        /** @description The only fields of `franco-settings` to return, attributes and relationships. */
        FieldsFrancoSettings: ("corridor" | "amount" | "currency" | "fee")[];
        /** @description Id of the retailer. */
        RetailerIdId: string;
        /** @description The only fields of `brand-retailers` to return, attributes and relationships. */
        FieldsBrandRetailers: "automaticOrderValidationMode"[];
        /** @description Id of the settings, which is that of the brand. */
        ShippingSettingsIdId: string;
        /** @description The only fields of `shipping-settings` to return, attributes and relationships. */
        FieldsShippingSettings: ("publicAddress" | "shippingAddress" | "billingAddress" | "eoriNumber" | "lucidNumber" | "averageLeadTime" | "whitelistCountries")[];
        /** @description The only fields of `orders` to return, attributes and relationships. */
        FieldsOrders: ("brandId" | "status" | "reference" | "currency" | "totalAmount" | "totalAmountVat" | "totalAmountWithVat" | "shippingAmount" | "shippingAmountVat" | "lineCount" | "brandRejectReason" | "retailerRejectReason" | "retailerCancellationRequestReason" | "billingAddress" | "shippingAddress" | "submittedAt" | "shippedAt" | "updatedAt" | "carrier" | "trackingNumber" | "trackingLink" | "lines")[];
        /** @description The only fields of `applications` to return, attributes and relationships. */
        FieldsApplications: ("name" | "developerEmail" | "userId" | "clientId" | "clientSecret" | "previousSecretUntil" | "lastUsedAt" | "callsLastDay" | "callsByDay" | "createdAt" | "revokedAt")[];
        /** @description Id of the application. */
        ApplicationId: string;
        /** @description The only fields of `audit-entries` to return, attributes and relationships. */
        FieldsAuditEntries: ("action" | "applicationId" | "userId" | "detail" | "brandId" | "retailerId" | "actedBy" | "byUserId" | "byApplicationId" | "createdAt")[];
        /** @description Only what was done to these applications. */
        FilterApplicationId: string[];
        /** @description Only what was done to these users. */
        FilterUserId: string[];
        /** @description The only fields of `deprecated-calls` to return, attributes and relationships. */
        FieldsDeprecatedCalls: ("applicationId" | "applicationName" | "developerEmail" | "brandId" | "retailerId" | "operation" | "method" | "path" | "endsAt" | "calls" | "firstCalledAt" | "lastCalledAt")[];
        /** @description Only calls of these applications. */
        FilterApplicationIdOfDeprecatedCalls: string[];
        /** @description Only calls of this operation. */
        FilterOperation: string;
        /** @description The only fields of `brands` to return, attributes and relationships. */
        FieldsBrandsOfOperatorBrand: ("name" | "currency" | "country" | "averageLeadTime" | "address" | "platformFeePercent" | "newCustomerFeePercent" | "feeVatPercent" | "marketplaceStockLocation" | "automationMode" | "images" | "link" | "createdAt" | "updatedAt")[];
        /** @description Only those with one of these ids; unknown ids are left out. */
        FilterId: string[];
        /** @description Id of the brand. */
        BrandId: string;
        /** @description The only fields of `retailers` to return, attributes and relationships. */
        FieldsRetailers: ("companyName" | "storeName" | "storeUrl" | "email" | "firstName" | "lastName" | "taxNumber" | "vatNumber" | "eoriNumber" | "phoneNumberE164" | "businessIdentifier" | "currency" | "country" | "segment" | "address" | "createdAt" | "updatedAt")[];
        /** @description Id of the retailer. */
        RetailerId: string;
        /** @description The only fields of `users` to return, attributes and relationships. */
        FieldsUsers: ("email" | "firstName" | "lastName" | "currency" | "country" | "role" | "status" | "hasSecondFactor" | "invitedUntil" | "lastSignedInAt" | "createdAt" | "updatedAt")[];
        /** @description The only fields of `discount-rules` to return, attributes and relationships. */
        FieldsDiscountRules: ("brandId" | "name" | "retailerSegment" | "ratePercent" | "startsAt" | "endsAt" | "createdAt" | "updatedAt")[];
        /** @description Id of the discount rule. */
        RuleId: string;
        /** @description The only fields of `orders` to return, attributes and relationships. */
        FieldsOrdersOfOperatorOrder: ("brandId" | "retailerId" | "status" | "reference" | "brandCurrency" | "brandNetAmount" | "brandTotalAmount" | "brandTotalAmountVat" | "brandTotalAmountWithVat" | "brandRejectReason" | "retailerRejectReason" | "retailerCancellationRequestReason" | "submittedAt" | "shippedAt" | "brandPaidAt" | "createdAt" | "updatedAt" | "shippingMethod" | "shippingOverview" | "rejectType" | "billingAddress" | "shippingAddress" | "lines")[];
        /** @description The only fields of `webhook-subscriptions` to return, attributes and relationships. */
        FieldsWebhookSubscriptionsOfOperatorWebhookSubscription: ("brandId" | "applicationId" | "url" | "events" | "failures" | "failingSince" | "disabledAt" | "disabledReason" | "createdAt")[];
        /** @description Only those of this brand. */
        FilterBrand: string;
        /** @description The only fields of `warehouses` to return, attributes and relationships. */
        FieldsWarehouses: ("name" | "countryCode" | "createdAt")[];
        /** @description The only fields of `fulfillment-enrolments` to return, attributes and relationships. */
        FieldsFulfillmentEnrolments: ("brandId" | "fulfillmentBrandId" | "warehouseId" | "countryCodes" | "isTransferring" | "enrolledAt" | "endedAt")[];
        /** @description The only fields of `fulfillment-orders` to return, attributes and relationships. */
        FieldsFulfillmentOrdersOfOperatorFulfillmentOrder: ("reference" | "status" | "createdAt" | "items" | "shippedItems" | "recipientType" | "externalReference" | "instructionText" | "instructions" | "brandId" | "masterOrderId" | "shipTo" | "pickupAtDock" | "deliveryAppointment" | "carrierName" | "trackingNumber" | "trackingLink")[];
        /** @description The only fields of `external-orders` to return, attributes and relationships. */
        FieldsExternalOrdersOfOperatorExternalOrder: ("status" | "customReference" | "shippingAddress" | "expectedMaximumShippingDate" | "brandId" | "createdAt")[];
        /** @description The only fields of `order-pay-orders` to return, attributes and relationships. */
        FieldsOrderPayOrdersOfOperatorOrderPayOrder: ("brandId" | "createdAt" | "customerUuid" | "discountRate" | "status" | "masterOrderReference" | "customReference" | "cancelReason" | "items" | "customItems" | "amounts" | "shipping" | "deliverySchedule" | "packingInstruction" | "deliveryAppointment" | "tracking")[];
        /** @description The only fields of `second-factors` to return, attributes and relationships. */
        FieldsSecondFactors: ("isEnabled" | "isRequired" | "enabledAt" | "recoveryCodesLeft" | "secret" | "uri" | "recoveryCodes")[];
        /** @description Id of the user. */
        UserId: string;
    };
    requestBodies: {
        CreateMasterOrderTrackingRequest: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource.
                         * @enum {string}
                         */
                        type: "shipping-shipment" | "shipping-shipments" | "shipment-trackings" | "shipments";
                        /**
                         * Format: uuid
                         * @description Id of the shipment; yours to choose while the order has none that was told.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes: {
                            /** @description Who carries it; null for one that you do not know. */
                            carrier: string | null;
                            /** @description The carrier's number. */
                            trackingNumber?: string | null;
                            /**
                             * Format: uri
                             * @description Where to follow it.
                             */
                            trackingLink?: string | null;
                            /**
                             * @description What has become of it.
                             * @enum {string}
                             */
                            status: "UNKNOWN" | "PRE_TRANSIT" | "TRANSIT" | "DELIVERED" | "RETURNED" | "FAILURE";
                            /** @description Where it comes from. */
                            fromAddress?: {
                                /** @description Name of the sender. */
                                name: string;
                                /** @description Street and number. */
                                street: string;
                                /** @description Town. */
                                city: string;
                                /** @description Postal code. */
                                postalCode: string;
                                /** @description Country, a code of ISO 3166-1. */
                                countryCode: string;
                            } | null;
                        };
                        /** @description Where it comes from. */
                        fromAddress?: {
                            /** @description Name of the sender. */
                            name: string;
                            /** @description Street and number. */
                            street: string;
                            /** @description Town. */
                            city: string;
                            /** @description Postal code. */
                            postalCode: string;
                            /** @description Country, a code of ISO 3166-1. */
                            countryCode: string;
                        } | null;
                        /** @description What it is related to. */
                        relationships: {
                            /** @description The parcels of the shipment. */
                            shipmentParcel: {
                                /** @description Its parcels, with their attributes. */
                                data: {
                                    /**
                                     * @description The kind of resource.
                                     * @enum {string}
                                     */
                                    type: "shipping-shipment-parcel" | "shipping-shipment-parcels" | "tracked-packages";
                                    /**
                                     * Format: uuid
                                     * @description Id of the parcel: one that was shown, or a new one of your own.
                                     */
                                    id: string;
                                    /** @description What is told of the parcel. */
                                    attributes: {
                                        /** @description The carrier's number. */
                                        trackingNumber?: string | null;
                                        /**
                                         * Format: uri
                                         * @description Where to follow it.
                                         */
                                        trackingLink?: string | null;
                                        /**
                                         * @description What has become of it.
                                         * @enum {string}
                                         */
                                        status: "UNKNOWN" | "PRE_TRANSIT" | "TRANSIT" | "DELIVERED" | "RETURNED" | "FAILURE";
                                        /** @description Length in centimetres. */
                                        length?: number | null;
                                        /** @description Width in centimetres. */
                                        width?: number | null;
                                        /** @description Height in centimetres. */
                                        height?: number | null;
                                        /** @description Weight in grams. */
                                        weight?: number | null;
                                        /** @description Its serial shipping container code. */
                                        sscc?: string | null;
                                        /** @description What is in it. */
                                        shippedItems?: {
                                            /**
                                             * Format: uuid
                                             * @description What it is: a variant of the order.
                                             */
                                            productVariantUuid: string;
                                            /** @description How many packs. */
                                            batchQuantity: number;
                                            /** @description How many pieces. */
                                            unitQuantity: number;
                                            /** @description The lot that it is of. */
                                            lotNumber?: string | null;
                                            /**
                                             * Format: date
                                             * @description Until when it keeps.
                                             */
                                            expiryDate?: string | null;
                                        }[] | null;
                                    };
                                }[];
                            };
                            /** @description The quote by which it is shipped. */
                            shipmentQuote?: {
                                /** @description The quote; null is none. */
                                data: {
                                    /**
                                     * @description The kind of resource.
                                     * @enum {string}
                                     */
                                    type: "shipping-quotes" | "shipping-quote";
                                    /**
                                     * Format: uuid
                                     * @description Id of a quote of the order.
                                     */
                                    id: string;
                                } | null;
                            } | null;
                        };
                    };
                };
            };
        };
        UpdateMasterOrderTrackingRequest: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource.
                         * @enum {string}
                         */
                        type: "shipping-shipment" | "shipping-shipments" | "shipment-trackings" | "shipments";
                        /**
                         * Format: uuid
                         * @description Id of the shipment; yours to choose while the order has none that was told.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes: {
                            /** @description Who carries it; null for one that you do not know. */
                            carrier: string | null;
                            /** @description The carrier's number. */
                            trackingNumber?: string | null;
                            /**
                             * Format: uri
                             * @description Where to follow it.
                             */
                            trackingLink?: string | null;
                            /**
                             * @description What has become of it.
                             * @enum {string}
                             */
                            status: "UNKNOWN" | "PRE_TRANSIT" | "TRANSIT" | "DELIVERED" | "RETURNED" | "FAILURE";
                        };
                        /** @description What it is related to. */
                        relationships: {
                            /** @description The parcels of the shipment. */
                            shipmentParcel: {
                                /** @description Its parcels, with their attributes. */
                                data: {
                                    /**
                                     * @description The kind of resource.
                                     * @enum {string}
                                     */
                                    type: "shipping-shipment-parcel" | "shipping-shipment-parcels" | "tracked-packages";
                                    /**
                                     * Format: uuid
                                     * @description Id of the parcel: one that was shown, or a new one of your own.
                                     */
                                    id: string;
                                    /** @description What is told of the parcel. */
                                    attributes: {
                                        /** @description The carrier's number. */
                                        trackingNumber?: string | null;
                                        /**
                                         * Format: uri
                                         * @description Where to follow it.
                                         */
                                        trackingLink?: string | null;
                                        /**
                                         * @description What has become of it.
                                         * @enum {string}
                                         */
                                        status: "UNKNOWN" | "PRE_TRANSIT" | "TRANSIT" | "DELIVERED" | "RETURNED" | "FAILURE";
                                        /** @description Length in centimetres. */
                                        length?: number | null;
                                        /** @description Width in centimetres. */
                                        width?: number | null;
                                        /** @description Height in centimetres. */
                                        height?: number | null;
                                        /** @description Weight in grams. */
                                        weight?: number | null;
                                        /** @description Its serial shipping container code. */
                                        sscc?: string | null;
                                        /** @description What is in it. */
                                        shippedItems?: {
                                            /**
                                             * Format: uuid
                                             * @description What it is: a variant of the order.
                                             */
                                            productVariantUuid: string;
                                            /** @description How many packs. */
                                            batchQuantity: number;
                                            /** @description How many pieces. */
                                            unitQuantity: number;
                                            /** @description The lot that it is of. */
                                            lotNumber?: string | null;
                                            /**
                                             * Format: date
                                             * @description Until when it keeps.
                                             */
                                            expiryDate?: string | null;
                                        }[] | null;
                                    };
                                }[];
                            };
                        };
                    };
                };
            };
        };
        UpdateStockStatesRequest: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string}
                         */
                        type: "stock-state";
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id: string;
                        /** @description The fields to set. */
                        attributes: {
                            /** @description What to set. */
                            quantities: {
                                /** @description Packs that there are now, not a difference. */
                                quantity: number;
                                /**
                                 * Format: uuid
                                 * @description Your own location.
                                 */
                                locationId: string;
                                /**
                                 * @description What the quantity counts: what can be ordered, or that and what is reserved. One of the two.
                                 * @enum {string}
                                 */
                                status: "available" | "onHand";
                            }[];
                        };
                    }[];
                };
            };
        };
        RotateOwnApplicationSecretRequest: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string|null}
                         */
                        type?: "applications" | "application" | null;
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes?: {
                            /** @description How long the old secret works as well; a day unless told otherwise, 0 ends it at once. */
                            overlapSeconds?: number | null;
                        } | null;
                    };
                };
            };
        };
        CreateBrandUserRequest: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string}
                         */
                        type: "users" | "user";
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes: {
                            /**
                             * Format: email
                             * @description Address of the user, which nobody else has.
                             */
                            email: string;
                            /** @description First name of the user. */
                            firstName: string;
                            /** @description Last name of the user. */
                            lastName: string;
                            /** @description Currency that the user sees prices in, a code of ISO 4217. */
                            currency?: string | null;
                            /** @description Country of the user, a code of ISO 3166-1. */
                            country?: string | null;
                            /**
                             * @description What the user may do. Staff do the daily work; owners also manage users, credentials and secrets; operators are the users of the operator.
                             * @enum {string|null}
                             */
                            role?: "owner" | "staff" | "operator" | null;
                        };
                    };
                };
            };
        };
        CreateBrandApplicationRequest: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string}
                         */
                        type: "applications" | "application";
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes: {
                            /** @description What its maker calls it. */
                            name: string;
                            /**
                             * Format: email
                             * @description Whom to write to about it.
                             */
                            developerEmail: string;
                            /**
                             * Format: uuid
                             * @description The user in whose name it acts.
                             */
                            userId: string;
                        };
                    };
                };
            };
        };
        ApproveRejectionOfOrderRequest: {
            content: {
                "application/vnd.api+json": {
                    /** @description Why; kept in the history of the order. */
                    reason?: string | null;
                };
            };
        };
    };
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    createToken: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /**
                     * @description The only grant there is.
                     * @constant
                     */
                    grant_type: "client_credentials";
                    /** @description Client id of the application, unless sent by HTTP Basic. */
                    client_id?: string | null;
                    /** @description Client secret of the application, unless sent by HTTP Basic. */
                    client_secret?: string | null;
                    /**
                     * @description Everything that the account may do; the default.
                     * @enum {string|null}
                     */
                    scope?: "*" | null;
                };
            };
        };
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description How the token is sent: `Authorization: Bearer …`.
                         * @constant
                         */
                        token_type: "Bearer";
                        /** @description Seconds until the token ends. */
                        expires_in: number;
                        /** @description The token, for every other request. */
                        access_token: string;
                    };
                };
            };
        };
    };
    getAuthorizationServer: {
        parameters: {
        };
        responses: {
            /** @description The metadata. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uri
                         * @description The address of this server.
                         */
                        issuer: string;
                        /**
                         * Format: uri
                         * @description Where access tokens come from.
                         */
                        token_endpoint: string;
                        /** @description How a client may send its credentials. */
                        token_endpoint_auth_methods_supported: string[];
                        /** @description The grants there are. */
                        grant_types_supported: string[];
                        /** @description Empty, as there is no authorization endpoint. */
                        response_types_supported: string[];
                        /** @description The scopes there are. */
                        scopes_supported: string[];
                        /**
                         * Format: uri
                         * @description The reference for people.
                         */
                        service_documentation: string;
                    };
                };
            };
        };
    };
    listLatestCurrencyRates: {
        parameters: {
            query?: {
                /** @description The only fields of `currency-rates` to return, attributes and relationships. */
                "fields[currency-rates]"?: ("fromCurrency" | "toCurrency" | "rate" | "date")[];
            };
        };
        responses: {
            /** @description The newest rate of each pair. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["CurrencyRate"][];
                    };
                };
            };
        };
    };
    createEmailVerification: {
        parameters: {
            query?: {
                /** @description The only fields of `email-verifications` to return, attributes and relationships. */
                "fields[email-verifications]"?: components["parameters"]["FieldsEmailVerifications"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string}
                         */
                        type: "email-verifications";
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes: {
                            /**
                             * Format: email
                             * @description Where the code is mailed to.
                             */
                            email: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The id was known: the stored verification. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["EmailVerification"];
                    };
                };
            };
            /** @description The verification; its id is the token. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["EmailVerification"];
                    };
                };
            };
        };
    };
    verifyEmail: {
        parameters: {
            query?: {
                /** @description The only fields of `email-verifications` to return, attributes and relationships. */
                "fields[email-verifications]"?: components["parameters"]["FieldsEmailVerifications"];
            };
            path: {
                /** @description The verification token. */
                email_verification: string;
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string|null}
                         */
                        type?: "email-verifications" | null;
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes: {
                            /** @description The six digits of the mail. */
                            code: string;
                            /** @description Who verifies; accepted and not looked at. Default: `"brand"`. */
                            audience?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Verified. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["EmailVerification"];
                    };
                };
            };
        };
    };
    getMe: {
        parameters: {
        };
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The user. */
                        data: {
                            /**
                             * @description Always `user`.
                             * @constant
                             */
                            type: "user";
                            /** @description Number of the user. */
                            id: number;
                            /**
                             * Format: email
                             * @description Address of the user.
                             */
                            email: string;
                            /** @description First name of the user. */
                            first_name: string;
                            /** @description Last name of the user. */
                            last_name: string;
                            /**
                             * Format: date-time
                             * @description When the user was created.
                             */
                            created_at: string;
                            /**
                             * Format: date-time
                             * @description When the user was changed last.
                             */
                            updated_at: string;
                        };
                    };
                };
            };
        };
    };
    getMyConfig: {
        parameters: {
            query?: {
                /** @description The only fields of `user-configs` to return, attributes and relationships. */
                "fields[user-configs]"?: components["parameters"]["FieldsUserConfigs"];
            };
        };
        responses: {
            200: components["responses"]["UserConfigDocument"];
        };
    };
    getUserConfig: {
        parameters: {
            query?: {
                /** @description The only fields of `user-configs` to return, attributes and relationships. */
                "fields[user-configs]"?: components["parameters"]["FieldsUserConfigs"];
            };
            path: {
                /** @description Id of the user. */
                id: string;
            };
        };
        responses: {
            200: components["responses"]["UserConfigDocument"];
        };
    };
    getPlatformConfig: {
        parameters: {
            query?: {
                /** @description The only fields of `platform-configs` to return, attributes and relationships. */
                "fields[platform-configs]"?: ("cdn" | "paymentPublicKey")[];
            };
        };
        responses: {
            /** @description The configuration. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["PlatformConfig"];
                    };
                };
            };
        };
    };
    listProducts: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["Include"];
                /** @description The only fields of `product` to return, attributes and relationships. */
                "fields[product]"?: components["parameters"]["FieldsProduct"];
                /** @description The only fields of `productVariant` to return, attributes and relationships. */
                "fields[productVariant]"?: components["parameters"]["FieldsProductVariant"];
                /** @description The only fields of `product-options` to return, attributes and relationships. */
                "fields[product-options]"?: components["parameters"]["FieldsProductOptions"];
                /** @description Only what changed since this time, oldest change first. Follow `next` to the end, then ask with `meta.updatedUntil`. Nothing is left out, some may come twice. */
                "filter[updatedAfter]"?: components["parameters"]["FilterUpdatedAfter"];
                /** @description Rows per page: 15 when absent, at most 50. */
                "page[limit]"?: components["parameters"]["PageLimit"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfter"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBefore"];
            };
        };
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["Product"][];
                        /** @description What `include` asked for, each resource once. */
                        included?: (components["schemas"]["ProductVariant"] | components["schemas"]["ProductOption"])[];
                        /** @description What there is to say beside the data. */
                        meta: {
                            /** @description Where in the list this page is. */
                            page: {
                                /** @description Cursor of the first row of this page; null when it is empty. */
                                from: string | null;
                                /** @description Cursor of the last row of this page; null when it is empty. */
                                to: string | null;
                                /** @description Whether there is a next page. */
                                hasMore: boolean;
                                /** @description The limit that was used. */
                                perPage: number;
                            };
                            /**
                             * Format: date-time
                             * @description With `filter[updatedAfter]`: every change before this time is in the list. It is the same on all pages; ask with it the next time.
                             */
                            updatedUntil?: string;
                        };
                        links: components["schemas"]["PageLinks"];
                    };
                };
            };
        };
    };
    getProduct: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["Include"];
                /** @description The only fields of `product` to return, attributes and relationships. */
                "fields[product]"?: components["parameters"]["FieldsProduct"];
                /** @description The only fields of `productVariant` to return, attributes and relationships. */
                "fields[productVariant]"?: components["parameters"]["FieldsProductVariant"];
                /** @description The only fields of `product-options` to return, attributes and relationships. */
                "fields[product-options]"?: components["parameters"]["FieldsProductOptions"];
            };
            path: {
                /** @description Id of the product. */
                product: string;
            };
        };
        responses: {
            /** @description The product. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["Product"];
                        /** @description What `include` asked for, each resource once. */
                        included?: (components["schemas"]["ProductVariant"] | components["schemas"]["ProductOption"])[];
                    };
                };
            };
        };
    };
    listProductVariants: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfProductVariant"];
                /** @description The only fields of `productVariant` to return, attributes and relationships. */
                "fields[productVariant]"?: components["parameters"]["FieldsProductVariant"];
                /** @description The only fields of `product` to return, attributes and relationships. */
                "fields[product]"?: components["parameters"]["FieldsProduct"];
                /** @description Variants with one of these ids. */
                "filter[id][]"?: string[];
                /** @description Variants of one of these products. */
                "filter[productId][]"?: string[];
                /** @description Variants with one of these article numbers, exactly as written. */
                "filter[sku]"?: string[];
                /** @description Variants with one of these international article numbers, exactly as written. */
                "filter[ian]"?: string[];
                /** @description Variants with this text in their article number or name, in upper or lower case. */
                "filter[skuOrName]"?: string;
                /** @description `true` for archived variants, `false` for the others; both when absent. */
                "filter[archived]"?: boolean;
                /** @description Only what changed since this time, oldest change first. Follow `next` to the end, then ask with `meta.updatedUntil`. Nothing is left out, some may come twice. */
                "filter[updatedAfter]"?: components["parameters"]["FilterUpdatedAfter"];
                /** @description Rows per page: 15 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfProductVariant"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfter"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBefore"];
            };
        };
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["ProductVariant"][];
                        /** @description What `include` asked for, each resource once. */
                        included?: components["schemas"]["Product"][];
                        /** @description What there is to say beside the data. */
                        meta: {
                            /** @description Where in the list this page is. */
                            page: {
                                /** @description Cursor of the first row of this page; null when it is empty. */
                                from: string | null;
                                /** @description Cursor of the last row of this page; null when it is empty. */
                                to: string | null;
                                /** @description Whether there is a next page. */
                                hasMore: boolean;
                                /** @description The limit that was used. */
                                perPage: number;
                            };
                            /**
                             * Format: date-time
                             * @description With `filter[updatedAfter]`: every change before this time is in the list. It is the same on all pages; ask with it the next time.
                             */
                            updatedUntil?: string;
                        };
                        links: components["schemas"]["PageLinks"];
                    };
                };
            };
        };
    };
    getProductVariant: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfProductVariant"];
                /** @description The only fields of `productVariant` to return, attributes and relationships. */
                "fields[productVariant]"?: components["parameters"]["FieldsProductVariant"];
                /** @description The only fields of `product` to return, attributes and relationships. */
                "fields[product]"?: components["parameters"]["FieldsProduct"];
            };
            path: {
                /** @description Id of the variant. */
                productVariant: components["parameters"]["ProductVariantId"];
            };
        };
        responses: {
            /** @description The variant. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["ProductVariant"];
                        /** @description What `include` asked for, each resource once. */
                        included?: components["schemas"]["Product"][];
                    };
                };
            };
        };
    };
    updateProductVariantStock: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfProductVariant"];
                /** @description The only fields of `productVariant` to return, attributes and relationships. */
                "fields[productVariant]"?: components["parameters"]["FieldsProductVariant"];
                /** @description The only fields of `product` to return, attributes and relationships. */
                "fields[product]"?: components["parameters"]["FieldsProduct"];
            };
            header?: {
                /** @description Change nothing and answer 412 if the resource has another ETag by now. The ETag is that of its GET without `include`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the variant. */
                productVariant: components["parameters"]["ProductVariantId"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string|null}
                         */
                        type?: "productVariant" | "product-variants" | "productVariants" | null;
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes?: {
                            /** @description Packs on hand, so with what is reserved. Tracks the stock from now on. */
                            stockQuantity?: number | null;
                            /** @description `true` drops the quantity and stops tracking; `false` alone tracks from what is reserved. */
                            isAlwaysInStock?: boolean | null;
                            /**
                             * @description Whether to refuse orders beyond what is available; stays as it is when left out.
                             * @enum {string|null}
                             */
                            inventoryPolicy?: "deny" | "continue" | null;
                        } | null;
                        /** @description What is said beside the fields. */
                        meta?: {
                            /** @description Change nothing and answer 409 unless this is the quantity on hand now. */
                            expectedStockQuantity?: number | null;
                        } | null;
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["ProductVariantDocument"];
        };
    };
    updateStockInBulk: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The updates, each variant at most once. */
                    "atomic:operations": {
                        /**
                         * @description What to do; only updates are known.
                         * @constant
                         */
                        op: "update";
                        /** @description Names the variant, instead of `data` or beside it. */
                        ref?: {
                            /**
                             * @description Every spelling listed means the same.
                             * @enum {string}
                             */
                            type: "productVariant" | "product-variants" | "productVariants";
                            /**
                             * Format: uuid
                             * @description Id of the variant.
                             */
                            id: string;
                        } | null;
                        /** @description The resource of the request. */
                        data: {
                            /**
                             * @description The kind of resource; every spelling listed means the same.
                             * @enum {string|null}
                             */
                            type?: "productVariant" | "product-variants" | "productVariants" | null;
                            /**
                             * Format: uuid
                             * @description Its id.
                             */
                            id?: string | null;
                            /** @description The fields to set. */
                            attributes?: {
                                /** @description Packs on hand, so with what is reserved. Tracks the stock from now on. */
                                stockQuantity?: number | null;
                                /** @description `true` drops the quantity and stops tracking; `false` alone tracks from what is reserved. */
                                isAlwaysInStock?: boolean | null;
                                /**
                                 * @description Whether to refuse orders beyond what is available; stays as it is when left out.
                                 * @enum {string|null}
                                 */
                                inventoryPolicy?: "deny" | "continue" | null;
                            } | null;
                            /** @description What is said beside the fields. */
                            meta?: {
                                /** @description Change nothing and answer 409 unless this is the quantity on hand now. */
                                expectedStockQuantity?: number | null;
                            } | null;
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description The variants, in the order of the updates. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description One for each update, in their order. */
                        "atomic:results": {
                            data: components["schemas"]["ProductVariant"];
                        }[];
                    };
                };
            };
        };
    };
    updateProductVariantPrices: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfProductVariant"];
                /** @description The only fields of `productVariant` to return, attributes and relationships. */
                "fields[productVariant]"?: components["parameters"]["FieldsProductVariant"];
                /** @description The only fields of `product` to return, attributes and relationships. */
                "fields[product]"?: components["parameters"]["FieldsProduct"];
            };
            header?: {
                /** @description Change nothing and answer 412 if the resource has another ETag by now. The ETag is that of its GET without `include`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the variant. */
                productVariant: components["parameters"]["ProductVariantId"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string|null}
                         */
                        type?: "productVariant" | "product-variants" | "productVariants" | null;
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes: {
                            /** @description Of a piece before the product's discount, in minor units: it becomes `originalWholesalePrice`. */
                            wholesalePrice: number;
                            /** @description Suggested shelf price of a piece, in minor units. */
                            retailPrice: number;
                        };
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["ProductVariantDocument"];
        };
    };
    listProductVariantPrices: {
        parameters: {
            query: {
                /** @description The only fields of `product-variant-prices` to return, attributes and relationships. */
                "fields[product-variant-prices]"?: ("original_wholesale_price" | "wholesale_price" | "discount_rate")[];
                /** @description The variants to price, 1 to 50. */
                "filter[id][]": string[];
            };
        };
        responses: {
            /** @description In the order of the ids. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["VariantPrice"][];
                    };
                };
            };
        };
    };
    listIntegrationOperations: {
        parameters: {
            query?: {
                /** @description The only fields of `catalog-integration-operation` to return, attributes and relationships. */
                "fields[catalog-integration-operation]"?: components["parameters"]["FieldsCatalogIntegrationOperation"];
                /** @description Only operations in this status. */
                "filter[status]"?: "created" | "pending" | "started" | "skipped" | "succeeded" | "partially_failed" | "failed" | "cancelled";
                /** @description Only operations of this type. */
                "filter[operationType]"?: "import" | "update" | "delete";
                /** @description Rows per page: 15 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfProductVariant"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfIntegrationOperation"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfIntegrationOperation"];
            };
        };
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["IntegrationOperation"][];
                        meta: components["schemas"]["PageMeta"];
                        links: components["schemas"]["PageLinks"];
                    };
                };
            };
        };
    };
    createIntegrationOperation: {
        parameters: {
            query?: {
                /** @description The only fields of `catalog-integration-operation` to return, attributes and relationships. */
                "fields[catalog-integration-operation]"?: components["parameters"]["FieldsCatalogIntegrationOperation"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string}
                         */
                        type: "catalog-integration-operation" | "catalog-integration-operations";
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes: {
                            /**
                             * @description The platform that the products come from, or `other`.
                             * @enum {string}
                             */
                            source: "shopify" | "woocommerce" | "prestashop" | "platform_1" | "platform_2" | "platform_3" | "other";
                            /**
                             * @description What to do with the products.
                             * @enum {string}
                             */
                            operationType: "import" | "update" | "delete";
                            /**
                             * Format: uri
                             * @description Is told once when the operation has ended; it must answer with 2xx within 3 seconds.
                             */
                            callbackUrl?: string | null;
                            /** @description What an update sets. Empty: stock and prices, or everything when the source is `other`. */
                            updateFields?: ("stock" | "prices" | "name" | "description" | "dimensions" | "images" | "tags" | "unit_multiplier" | "vat_rate" | "retail_price" | "wholesale_price")[] | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The operation that has this id already. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["IntegrationOperation"];
                        /** @description Addresses. */
                        links: {
                            /**
                             * Format: uri
                             * @description Where the resource is.
                             */
                            self: string;
                        };
                    };
                };
            };
            /** @description The new operation. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["IntegrationOperation"];
                        /** @description Addresses. */
                        links: {
                            /**
                             * Format: uri
                             * @description Where the resource is.
                             */
                            self: string;
                        };
                    };
                };
            };
        };
    };
    deleteIntegrationProducts: {
        parameters: {
            query?: {
                /** @description The only fields of `catalog-integration-operation` to return, attributes and relationships. */
                "fields[catalog-integration-operation]"?: components["parameters"]["FieldsCatalogIntegrationOperation"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /**
                     * @description The platform that the products come from, or `other`.
                     * @enum {string}
                     */
                    source: "shopify" | "woocommerce" | "prestashop" | "platform_1" | "platform_2" | "platform_3" | "other";
                    /**
                     * Format: uri
                     * @description Is told once when the operation has ended; it must answer with 2xx within 3 seconds.
                     */
                    callbackUrl: string;
                    /** @description What to delete. */
                    products: {
                        /**
                         * @description The kind of entry.
                         * @enum {string}
                         */
                        type: "catalog-integration-product" | "catalog-integration-products";
                        /** @description The caller's own identifier. */
                        id?: string | null;
                        /** @description What to delete. */
                        attributes: {
                            /** @description The brand's own name of the product. */
                            external_id: string;
                            /** @description The variants to delete; left out, the product with all of them. */
                            variants?: {
                                /** @description Of the variant. */
                                sku: string;
                            }[] | null;
                        };
                    }[];
                };
            };
        };
        responses: {
            201: components["responses"]["IntegrationOperationDocument"];
        };
    };
    getIntegrationOperation: {
        parameters: {
            query?: {
                /** @description The only fields of `catalog-integration-operation` to return, attributes and relationships. */
                "fields[catalog-integration-operation]"?: components["parameters"]["FieldsCatalogIntegrationOperation"];
            };
            path: {
                /** @description The id of the operation. */
                operationId: components["parameters"]["OperationIdId"];
            };
        };
        responses: {
            /** @description The operation as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["IntegrationOperation"];
                        /** @description Addresses. */
                        links: {
                            /**
                             * Format: uri
                             * @description Where the resource is.
                             */
                            self: string;
                        };
                    };
                };
            };
        };
    };
    startIntegrationOperation: {
        parameters: {
            query?: {
                /** @description The only fields of `catalog-integration-operation` to return, attributes and relationships. */
                "fields[catalog-integration-operation]"?: components["parameters"]["FieldsCatalogIntegrationOperation"];
            };
            path: {
                /** @description The id of the operation. */
                operationId: components["parameters"]["OperationIdId"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string|null}
                         */
                        type?: "catalog-integration-operation" | "catalog-integration-operations" | null;
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes: {
                            /** @description Only `started` can be asked for. */
                            status: string;
                        };
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["IntegrationOperationDocument"];
        };
    };
    cancelIntegrationOperation: {
        parameters: {
            query?: {
                /** @description The only fields of `catalog-integration-operation` to return, attributes and relationships. */
                "fields[catalog-integration-operation]"?: components["parameters"]["FieldsCatalogIntegrationOperation"];
            };
            path: {
                /** @description The id of the operation. */
                operationId: components["parameters"]["OperationIdId"];
            };
        };
        responses: {
            200: components["responses"]["IntegrationOperationDocument"];
        };
    };
    addIntegrationProducts: {
        parameters: {
            path: {
                /** @description The id of the operation. */
                operationId: components["parameters"]["OperationIdId"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The products, in any number of calls. */
                    products: {
                        /** @description The caller's own identifier. */
                        id: string;
                        /**
                         * @description The kind of entry.
                         * @enum {string}
                         */
                        type: "catalog-integration-product" | "catalog-integration-products";
                        /** @description What there is to tell of it. */
                        attributes?: {
                            /** @description The brand's own name of the product; the id of the entry when left out. */
                            external_id?: string | null;
                            /** @description What it is called. */
                            name?: string | null;
                            /** @description What there is to say of it. */
                            description?: string | null;
                            /**
                             * @description Currency of the prices: the brand's own.
                             * @enum {string|null}
                             */
                            currency?: "EUR" | "GBP" | "SEK" | null;
                            /** @description Wholesale price of a piece, for variants without their own. */
                            wholesale_price?: (number | string) | null;
                            /** @description Suggested shelf price of a piece, for variants without their own. */
                            retail_price?: (number | string) | null;
                            /** @description VAT in percent. */
                            vat_rate?: number | null;
                            /** @description Discount in percent; on the product it is shown as a fraction. */
                            discount_rate?: number | null;
                            /** @description Pieces in one pack. */
                            unit_multiplier?: number | null;
                            /**
                             * Format: uri
                             * @description The first image.
                             */
                            main_image?: string | null;
                            /** @description Further images. The first place is that of the main image. */
                            images?: {
                                /** @description Its place among the images, lower first. */
                                order: number;
                                /**
                                 * Format: uri
                                 * @description Where the image is.
                                 */
                                url: string;
                            }[] | null;
                            /** @description Marks. */
                            tags?: ("tags_fresh_product" | "tags_frozen_product" | "tags_frozen_produc" | "tags_organic" | "tags_handmade" | "tags_eco_friendly" | "tags_zero_waste" | "tags_cruelty_free" | "tags_bestseller" | "tags_vegan" | "tags_contains_alcohol")[] | null;
                            /** @description Number of customs. */
                            hs_code?: string | null;
                            /** @description Where it is made, a code of ISO 3166-1. */
                            made_in_country?: string | null;
                            /** @description How long it keeps, in days. */
                            shelf_life_days?: number | null;
                            /**
                             * @description How it has to be kept.
                             * @enum {string|null}
                             */
                            storage_temperature?: "controlled" | "fresh" | "frozen" | "ultra_fresh_highly_perishable" | "ultra_fresh_strict_chilled" | null;
                            /** @description Size, capacity and weight. */
                            shape_properties?: {
                                /** @description Its size. */
                                dimensions?: {
                                    /**
                                     * @description What the numbers count.
                                     * @enum {string}
                                     */
                                    unit_code: "mm" | "cm" | "dm" | "m" | "in" | "ft" | "yd" | "4H" | "MMT" | "CMT" | "DMT" | "MTR" | "A45" | "HMT" | "KMT" | "INH" | "FOT" | "YRD";
                                    /** @description From left to right. */
                                    width: number;
                                    /** @description From bottom to top. */
                                    height: number;
                                    /** @description From front to back. */
                                    length: number;
                                } | null;
                                /** @description How much it holds. */
                                capacity?: {
                                    /**
                                     * @description What the numbers count.
                                     * @enum {string}
                                     */
                                    unit_code: "mL" | "cL" | "dL" | "L" | "ml" | "cl" | "dl" | "l" | "4G" | "MLT" | "CLT" | "DLT" | "LTR" | "A44" | "HLT" | "K6" | "MMQ" | "CMQ" | "DMQ" | "MTQ" | "INQ" | "FTQ" | "YDQ" | "OZA" | "OZI" | "PTL" | "PTI" | "QTL" | "QTI" | "GLL" | "GLI";
                                    /** @description How much. */
                                    amount: number;
                                } | null;
                                /** @description Its weight without packaging. */
                                weight?: {
                                    /**
                                     * @description What the numbers count.
                                     * @enum {string}
                                     */
                                    unit_code: "mg" | "g" | "kg" | "oz" | "lb" | "MC" | "MGM" | "CGM" | "DG" | "GRM" | "DJ" | "HGM" | "KGM" | "TNE" | "DTN" | "GRN" | "ONZ" | "APZ" | "LBR" | "STI" | "CWI" | "CWA" | "LTN" | "STN";
                                    /** @description How much. */
                                    amount: number;
                                } | null;
                            } | null;
                            /** @description The choices; a product without choices has one. */
                            variants?: {
                                /** @description The brand's own article number. */
                                sku?: string | null;
                                /** @description The brand's own name of the variant. */
                                external_id?: string | null;
                                /** @description International article number: 13 characters. A check digit is not verified. */
                                ian?: string | null;
                                /** @description Packs on hand; not looked at when it is always in stock. */
                                stock_quantity?: number | null;
                                /** @description Whether stock is not counted. */
                                is_always_in_stock?: boolean | null;
                                /**
                                 * @description Whether to refuse orders beyond what is available; stays as it is when left out.
                                 * @enum {string|null}
                                 */
                                inventory_policy?: "deny" | "continue" | null;
                                /** @description Discount in percent; on the product it is shown as a fraction. */
                                discount_rate?: number | null;
                                /** @description Suggested shelf price; that of the product when left out. */
                                retail_price?: (number | string) | null;
                                /** @description Wholesale price; that of the product when left out. */
                                wholesale_price?: (number | string) | null;
                                /** @description Size, capacity and weight. */
                                shape_properties?: {
                                    /** @description Its size. */
                                    dimensions?: {
                                        /**
                                         * @description What the numbers count.
                                         * @enum {string}
                                         */
                                        unit_code: "mm" | "cm" | "dm" | "m" | "in" | "ft" | "yd" | "4H" | "MMT" | "CMT" | "DMT" | "MTR" | "A45" | "HMT" | "KMT" | "INH" | "FOT" | "YRD";
                                        /** @description From left to right. */
                                        width: number;
                                        /** @description From bottom to top. */
                                        height: number;
                                        /** @description From front to back. */
                                        length: number;
                                    } | null;
                                    /** @description How much it holds. */
                                    capacity?: {
                                        /**
                                         * @description What the numbers count.
                                         * @enum {string}
                                         */
                                        unit_code: "mL" | "cL" | "dL" | "L" | "ml" | "cl" | "dl" | "l" | "4G" | "MLT" | "CLT" | "DLT" | "LTR" | "A44" | "HLT" | "K6" | "MMQ" | "CMQ" | "DMQ" | "MTQ" | "INQ" | "FTQ" | "YDQ" | "OZA" | "OZI" | "PTL" | "PTI" | "QTL" | "QTI" | "GLL" | "GLI";
                                        /** @description How much. */
                                        amount: number;
                                    } | null;
                                    /** @description Its weight without packaging. */
                                    weight?: {
                                        /**
                                         * @description What the numbers count.
                                         * @enum {string}
                                         */
                                        unit_code: "mg" | "g" | "kg" | "oz" | "lb" | "MC" | "MGM" | "CGM" | "DG" | "GRM" | "DJ" | "HGM" | "KGM" | "TNE" | "DTN" | "GRN" | "ONZ" | "APZ" | "LBR" | "STI" | "CWI" | "CWA" | "LTN" | "STN";
                                        /** @description How much. */
                                        amount: number;
                                    } | null;
                                } | null;
                                /** @description What distinguishes it from the other variants; required when the entry has several. */
                                options?: {
                                    /**
                                     * @description What kind of choice it is.
                                     * @enum {string}
                                     */
                                    name: "color" | "size" | "material" | "style";
                                    /** @description The choice. */
                                    value: string;
                                }[] | null;
                                /** @description Shown after those of the product. */
                                images?: {
                                    /** @description Its place among the images, lower first. */
                                    order: number;
                                    /**
                                     * Format: uri
                                     * @description Where the image is.
                                     */
                                    url: string;
                                }[] | null;
                            }[] | null;
                        } | null;
                    }[];
                };
            };
        };
        responses: {
            /** @description How many products it has now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description What there is to say. */
                        meta: {
                            /** @description All that were attached so far. */
                            totalProductsCount: number;
                        };
                    };
                };
            };
        };
    };
    listIntegrationResults: {
        parameters: {
            query?: {
                /** @description The only fields of `catalog-integration-result` to return, attributes and relationships. */
                "fields[catalog-integration-result]"?: ("externalProductId" | "status" | "failureReason" | "issues")[];
                /** @description Rows per page: 100 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfIntegrationResult"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfIntegrationOperation"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfIntegrationOperation"];
            };
            path: {
                /** @description The id of the operation. */
                operationId: components["parameters"]["OperationIdId"];
            };
        };
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["IntegrationResult"][];
                        meta: components["schemas"]["PageMeta"];
                        links: components["schemas"]["PageLinks"];
                    };
                };
            };
        };
    };
    listIntegrationResultLinks: {
        parameters: {
            query?: {
                /** @description Rows per page: 100 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfIntegrationResult"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfIntegrationOperation"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfIntegrationOperation"];
            };
            path: {
                /** @description The id of the operation. */
                operationId: components["parameters"]["OperationIdId"];
            };
        };
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["IntegrationResultLink"][];
                        meta: components["schemas"]["PageMeta"];
                        links: components["schemas"]["PageLinks"];
                    };
                };
            };
        };
    };
    listIntegrationDrafts: {
        parameters: {
            query?: {
                /** @description The only fields of `catalog-integration-draft` to return, attributes and relationships. */
                "fields[catalog-integration-draft]"?: ("externalProductId" | "operationId" | "entry" | "issues" | "createdAt")[];
                /** @description Rows per page: 15 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfProductVariant"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfIntegrationOperation"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfIntegrationOperation"];
            };
        };
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["IntegrationDraft"][];
                        meta: components["schemas"]["PageMeta"];
                        links: components["schemas"]["PageLinks"];
                    };
                };
            };
        };
    };
    listErrorReports: {
        parameters: {
            query?: {
                /** @description The only fields of `catalog-exchange-error-report` to return, attributes and relationships. */
                "fields[catalog-exchange-error-report]"?: components["parameters"]["FieldsCatalogExchangeErrorReport"];
            };
        };
        responses: {
            /** @description The newest 200, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["ErrorReport"][];
                    };
                };
            };
        };
    };
    createErrorReport: {
        parameters: {
            query?: {
                /** @description The only fields of `catalog-exchange-error-report` to return, attributes and relationships. */
                "fields[catalog-exchange-error-report]"?: components["parameters"]["FieldsCatalogExchangeErrorReport"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string}
                         */
                        type: "catalog-exchange-error-report" | "catalog-exchange-error-reports";
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes: {
                            /**
                             * Format: uuid
                             * @description The id of an operation on the catalog that has ended.
                             */
                            pim_import_job_id: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The report that the operation has already. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["ErrorReport"];
                    };
                };
            };
            /** @description The new report. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["ErrorReport"];
                    };
                };
            };
        };
    };
    getErrorReport: {
        parameters: {
            query?: {
                /** @description The only fields of `catalog-exchange-error-report` to return, attributes and relationships. */
                "fields[catalog-exchange-error-report]"?: components["parameters"]["FieldsCatalogExchangeErrorReport"];
            };
            path: {
                /** @description The id of the error report. */
                error_report: components["parameters"]["ErrorReportId"];
            };
        };
        responses: {
            /** @description The report as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["ErrorReport"];
                    };
                };
            };
        };
    };
    downloadErrorReport: {
        parameters: {
            path: {
                /** @description The id of the error report. */
                error_report: components["parameters"]["ErrorReportId"];
            };
        };
        responses: {
            /** @description The workbook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
        };
    };
    updateExternalIntegrationStatus: {
        parameters: {
            query?: {
                /** @description The only fields of `external-integrations` to return, attributes and relationships. */
                "fields[external-integrations]"?: ("platform" | "status")[];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateExternalIntegrationStatusBody"];
                "application/vnd.api+json": components["schemas"]["UpdateExternalIntegrationStatusBody"];
            };
        };
        responses: {
            /** @description The connection as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["ExternalIntegration"];
                    };
                };
            };
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfOrder"];
                /** @description The only fields of `order` to return, attributes and relationships. */
                "fields[order]"?: components["parameters"]["FieldsOrder"];
                /** @description The only fields of `retailer` to return, attributes and relationships. */
                "fields[retailer]"?: components["parameters"]["FieldsRetailer"];
                /** @description The only fields of `billing-items` to return, attributes and relationships. */
                "fields[billing-items]"?: components["parameters"]["FieldsBillingItems"];
                /** @description The only fields of `order-items` to return, attributes and relationships. */
                "fields[order-items]"?: components["parameters"]["FieldsOrderItems"];
                /** @description The only fields of `productVariant` to return, attributes and relationships. */
                "fields[productVariant]"?: components["parameters"]["FieldsProductVariant"];
                /** @description The only fields of `product` to return, attributes and relationships. */
                "fields[product]"?: components["parameters"]["FieldsProduct"];
                /** @description The only fields of `product-options` to return, attributes and relationships. */
                "fields[product-options]"?: components["parameters"]["FieldsProductOptions"];
                /** @description Only orders in this status. */
                "filter[status]"?: components["parameters"]["FilterStatus"];
                /** @description Only orders of this retailer. */
                "filter[retailer]"?: components["parameters"]["FilterRetailer"];
                /** @description Only what changed since this time, oldest change first. Follow `next` to the end, then ask with `meta.updatedUntil`. Nothing is left out, some may come twice. */
                "filter[updatedAfter]"?: components["parameters"]["FilterUpdatedAfter"];
                /** @description Rows per page: 15 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfProductVariant"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfter"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBefore"];
            };
        };
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["Order"][];
                        /** @description What `include` asked for, each resource once. */
                        included?: (components["schemas"]["Retailer"] | components["schemas"]["BillingItem"] | components["schemas"]["OrderItem"] | components["schemas"]["ProductVariant"] | components["schemas"]["Product"] | components["schemas"]["ProductOption"])[];
                        /** @description What there is to say beside the data. */
                        meta: {
                            /** @description Where in the list this page is. */
                            page: {
                                /** @description Cursor of the first row of this page; null when it is empty. */
                                from: string | null;
                                /** @description Cursor of the last row of this page; null when it is empty. */
                                to: string | null;
                                /** @description Whether there is a next page. */
                                hasMore: boolean;
                                /** @description The limit that was used. */
                                perPage: number;
                            };
                            /**
                             * Format: date-time
                             * @description With `filter[updatedAfter]`: every change before this time is in the list. It is the same on all pages; ask with it the next time.
                             */
                            updatedUntil?: string;
                        };
                        links: components["schemas"]["PageLinks"];
                    };
                };
            };
        };
    };
    getOrder: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfOrder"];
                /** @description The only fields of `order` to return, attributes and relationships. */
                "fields[order]"?: components["parameters"]["FieldsOrder"];
                /** @description The only fields of `retailer` to return, attributes and relationships. */
                "fields[retailer]"?: components["parameters"]["FieldsRetailer"];
                /** @description The only fields of `billing-items` to return, attributes and relationships. */
                "fields[billing-items]"?: components["parameters"]["FieldsBillingItems"];
                /** @description The only fields of `order-items` to return, attributes and relationships. */
                "fields[order-items]"?: components["parameters"]["FieldsOrderItems"];
                /** @description The only fields of `productVariant` to return, attributes and relationships. */
                "fields[productVariant]"?: components["parameters"]["FieldsProductVariant"];
                /** @description The only fields of `product` to return, attributes and relationships. */
                "fields[product]"?: components["parameters"]["FieldsProduct"];
                /** @description The only fields of `product-options` to return, attributes and relationships. */
                "fields[product-options]"?: components["parameters"]["FieldsProductOptions"];
            };
            path: {
                /** @description Id of the order. */
                order: components["parameters"]["OrderId"];
            };
        };
        responses: {
            /** @description The order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["Order"];
                        /** @description What `include` asked for, each resource once. */
                        included?: (components["schemas"]["Retailer"] | components["schemas"]["BillingItem"] | components["schemas"]["OrderItem"] | components["schemas"]["ProductVariant"] | components["schemas"]["Product"] | components["schemas"]["ProductOption"])[];
                    };
                };
            };
        };
    };
    listOrderHistory: {
        parameters: {
            query?: {
                /** @description The only fields of `order-moves` to return, attributes and relationships. */
                "fields[order-moves]"?: components["parameters"]["FieldsOrderMoves"];
                /** @description Rows per page: 15 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfProductVariant"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfIntegrationOperation"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfIntegrationOperation"];
            };
            path: {
                /** @description Id of the order. */
                order: components["parameters"]["OrderId"];
            };
        };
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["OrderMove"][];
                        meta: components["schemas"]["PageMeta"];
                        links: components["schemas"]["PageLinks"];
                    };
                };
            };
        };
    };
    transitionOrder: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfOrder"];
                /** @description The only fields of `order` to return, attributes and relationships. */
                "fields[order]"?: components["parameters"]["FieldsOrder"];
                /** @description The only fields of `retailer` to return, attributes and relationships. */
                "fields[retailer]"?: components["parameters"]["FieldsRetailer"];
                /** @description The only fields of `billing-items` to return, attributes and relationships. */
                "fields[billing-items]"?: components["parameters"]["FieldsBillingItems"];
                /** @description The only fields of `order-items` to return, attributes and relationships. */
                "fields[order-items]"?: components["parameters"]["FieldsOrderItems"];
                /** @description The only fields of `productVariant` to return, attributes and relationships. */
                "fields[productVariant]"?: components["parameters"]["FieldsProductVariant"];
                /** @description The only fields of `product` to return, attributes and relationships. */
                "fields[product]"?: components["parameters"]["FieldsProduct"];
                /** @description The only fields of `product-options` to return, attributes and relationships. */
                "fields[product-options]"?: components["parameters"]["FieldsProductOptions"];
            };
            path: {
                /** @description Id of the order. */
                order: components["parameters"]["OrderId"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description Selects the transition.
                         * @constant
                         */
                        type: "brand-validates";
                        /**
                         * Format: uuid
                         * @description Accepted and ignored; the path names the order.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes?: {
                            /** @description Items to change; those left out stay as they are. */
                            orderItems?: {
                                /**
                                 * Format: uuid
                                 * @description Id of the item.
                                 */
                                id: string;
                                /**
                                 * @description The kind of resource.
                                 * @enum {string}
                                 */
                                type: "order-items" | "order-item" | "orderItems" | "orderItem";
                                /** @description What to change of it. */
                                attributes: {
                                    /** @description Packs, not more than now; 0 removes the item. */
                                    quantity: number;
                                };
                            }[] | null;
                        } | null;
                    };
                } | {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description Selects the transition.
                         * @constant
                         */
                        type: "brand-rejects";
                        /**
                         * Format: uuid
                         * @description Accepted and ignored; the path names the order.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes: {
                            rejectType: components["schemas"]["RejectType"];
                            /** @description In your own words; needed with `OTHER`. */
                            rejectReason?: string | null;
                        };
                    };
                } | {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description Selects the transition.
                         * @constant
                         */
                        type: "brand-resets-shipping-labels-generation";
                        /**
                         * Format: uuid
                         * @description Accepted and ignored; the path names the order.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes: {
                            resetType: components["schemas"]["ResetType"];
                            /** @description In your own words; needed with `OTHER`. */
                            reason?: string | null;
                        };
                    };
                } | {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description Selects the transition.
                         * @constant
                         */
                        type: "brand-settles-refusal";
                        /**
                         * Format: uuid
                         * @description Accepted and ignored; the path names the order.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes?: {
                            /** @description How it was settled, in your own words; kept in the history. */
                            reason?: string | null;
                        } | null;
                    };
                } | {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description Selects the transition.
                         * @constant
                         */
                        type: "brand-requests-fulfillment";
                        /**
                         * Format: uuid
                         * @description Accepted and ignored; the path names the order.
                         */
                        id?: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description The order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["Order"];
                        /** @description What `include` asked for, each resource once. */
                        included?: (components["schemas"]["Retailer"] | components["schemas"]["BillingItem"] | components["schemas"]["OrderItem"] | components["schemas"]["ProductVariant"] | components["schemas"]["Product"] | components["schemas"]["ProductOption"])[];
                    };
                };
            };
        };
    };
    listMasterOrders: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfMasterOrder"];
                /** @description The only fields of `master-orders` to return, attributes and relationships. */
                "fields[master-orders]"?: components["parameters"]["FieldsMasterOrders"];
                /** @description The only fields of `internal-orders` to return, attributes and relationships. */
                "fields[internal-orders]"?: components["parameters"]["FieldsInternalOrders"];
                /** @description The only fields of `retailer` to return, attributes and relationships. */
                "fields[retailer]"?: components["parameters"]["FieldsRetailer"];
                /** @description The only fields of `billing-items` to return, attributes and relationships. */
                "fields[billing-items]"?: components["parameters"]["FieldsBillingItems"];
                /** @description The only fields of `order-items` to return, attributes and relationships. */
                "fields[order-items]"?: components["parameters"]["FieldsOrderItems"];
                /** @description The only fields of `productVariant` to return, attributes and relationships. */
                "fields[productVariant]"?: components["parameters"]["FieldsProductVariant"];
                /** @description The only fields of `product` to return, attributes and relationships. */
                "fields[product]"?: components["parameters"]["FieldsProduct"];
                /** @description The only fields of `product-options` to return, attributes and relationships. */
                "fields[product-options]"?: components["parameters"]["FieldsProductOptions"];
                /** @description The only fields of `external-orders` to return, attributes and relationships. */
                "fields[external-orders]"?: components["parameters"]["FieldsExternalOrders"];
                /** @description The only fields of `external-order-items` to return, attributes and relationships. */
                "fields[external-order-items]"?: components["parameters"]["FieldsExternalOrderItems"];
                /** @description The only fields of `shipments` to return, attributes and relationships. */
                "fields[shipments]"?: components["parameters"]["FieldsShipments"];
                /** @description Only what changed since this time, oldest change first. Follow `next` to the end, then ask with `meta.updatedUntil`. Nothing is left out, some may come twice. */
                "filter[updatedAfter]"?: components["parameters"]["FilterUpdatedAfter"];
                /** @description Rows per page: 15 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfProductVariant"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfter"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBefore"];
            };
        };
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["MasterOrder"][];
                        /** @description What `include` asked for, each resource once. */
                        included?: (components["schemas"]["OrderInMasterOrders"] | components["schemas"]["Retailer"] | components["schemas"]["BillingItem"] | components["schemas"]["OrderItem"] | components["schemas"]["ProductVariant"] | components["schemas"]["Product"] | components["schemas"]["ProductOption"] | components["schemas"]["ExternalOrder"] | components["schemas"]["ExternalOrderItem"] | components["schemas"]["Shipment"])[];
                        /** @description What there is to say beside the data. */
                        meta: {
                            /** @description Where in the list this page is. */
                            page: {
                                /** @description Cursor of the first row of this page; null when it is empty. */
                                from: string | null;
                                /** @description Cursor of the last row of this page; null when it is empty. */
                                to: string | null;
                                /** @description Whether there is a next page. */
                                hasMore: boolean;
                                /** @description The limit that was used. */
                                perPage: number;
                            };
                            /**
                             * Format: date-time
                             * @description With `filter[updatedAfter]`: every change before this time is in the list. It is the same on all pages; ask with it the next time.
                             */
                            updatedUntil?: string;
                        };
                        links: components["schemas"]["PageLinks"];
                    };
                };
            };
        };
    };
    getMasterOrder: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfMasterOrder"];
                /** @description The only fields of `master-orders` to return, attributes and relationships. */
                "fields[master-orders]"?: components["parameters"]["FieldsMasterOrders"];
                /** @description The only fields of `internal-orders` to return, attributes and relationships. */
                "fields[internal-orders]"?: components["parameters"]["FieldsInternalOrders"];
                /** @description The only fields of `retailer` to return, attributes and relationships. */
                "fields[retailer]"?: components["parameters"]["FieldsRetailer"];
                /** @description The only fields of `billing-items` to return, attributes and relationships. */
                "fields[billing-items]"?: components["parameters"]["FieldsBillingItems"];
                /** @description The only fields of `order-items` to return, attributes and relationships. */
                "fields[order-items]"?: components["parameters"]["FieldsOrderItems"];
                /** @description The only fields of `productVariant` to return, attributes and relationships. */
                "fields[productVariant]"?: components["parameters"]["FieldsProductVariant"];
                /** @description The only fields of `product` to return, attributes and relationships. */
                "fields[product]"?: components["parameters"]["FieldsProduct"];
                /** @description The only fields of `product-options` to return, attributes and relationships. */
                "fields[product-options]"?: components["parameters"]["FieldsProductOptions"];
                /** @description The only fields of `external-orders` to return, attributes and relationships. */
                "fields[external-orders]"?: components["parameters"]["FieldsExternalOrders"];
                /** @description The only fields of `external-order-items` to return, attributes and relationships. */
                "fields[external-order-items]"?: components["parameters"]["FieldsExternalOrderItems"];
                /** @description The only fields of `shipments` to return, attributes and relationships. */
                "fields[shipments]"?: components["parameters"]["FieldsShipments"];
            };
            path: {
                /** @description Id of the master order, which is that of its order. */
                master_order: components["parameters"]["MasterOrderId"];
            };
        };
        responses: {
            /** @description The master order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["MasterOrder"];
                        /** @description What `include` asked for, each resource once. */
                        included?: (components["schemas"]["OrderInMasterOrders"] | components["schemas"]["Retailer"] | components["schemas"]["BillingItem"] | components["schemas"]["OrderItem"] | components["schemas"]["ProductVariant"] | components["schemas"]["Product"] | components["schemas"]["ProductOption"] | components["schemas"]["ExternalOrder"] | components["schemas"]["ExternalOrderItem"] | components["schemas"]["Shipment"])[];
                    };
                };
            };
        };
    };
    updateMasterOrder: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfMasterOrder"];
                /** @description The only fields of `master-orders` to return, attributes and relationships. */
                "fields[master-orders]"?: components["parameters"]["FieldsMasterOrders"];
                /** @description The only fields of `internal-orders` to return, attributes and relationships. */
                "fields[internal-orders]"?: components["parameters"]["FieldsInternalOrders"];
                /** @description The only fields of `retailer` to return, attributes and relationships. */
                "fields[retailer]"?: components["parameters"]["FieldsRetailer"];
                /** @description The only fields of `billing-items` to return, attributes and relationships. */
                "fields[billing-items]"?: components["parameters"]["FieldsBillingItems"];
                /** @description The only fields of `order-items` to return, attributes and relationships. */
                "fields[order-items]"?: components["parameters"]["FieldsOrderItems"];
                /** @description The only fields of `productVariant` to return, attributes and relationships. */
                "fields[productVariant]"?: components["parameters"]["FieldsProductVariant"];
                /** @description The only fields of `product` to return, attributes and relationships. */
                "fields[product]"?: components["parameters"]["FieldsProduct"];
                /** @description The only fields of `product-options` to return, attributes and relationships. */
                "fields[product-options]"?: components["parameters"]["FieldsProductOptions"];
                /** @description The only fields of `external-orders` to return, attributes and relationships. */
                "fields[external-orders]"?: components["parameters"]["FieldsExternalOrders"];
                /** @description The only fields of `external-order-items` to return, attributes and relationships. */
                "fields[external-order-items]"?: components["parameters"]["FieldsExternalOrderItems"];
                /** @description The only fields of `shipments` to return, attributes and relationships. */
                "fields[shipments]"?: components["parameters"]["FieldsShipments"];
            };
            header?: {
                /** @description Change nothing and answer 412 if the resource has another ETag by now. The ETag is that of its GET without `include`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the master order, which is that of its order. */
                master_order: components["parameters"]["MasterOrderId"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string|null}
                         */
                        type?: "internal-order" | "order" | "internal-orders" | "orders" | "master-orders" | "external-order" | "external-orders" | null;
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes?: {
                            /**
                             * Format: date
                             * @description The last day on which you expect to ship: today or later.
                             */
                            expected_maximum_shipping_date?: string | null;
                        } | null;
                    };
                };
            };
        };
        responses: {
            /** @description The master order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["MasterOrder"];
                        /** @description What `include` asked for, each resource once. */
                        included?: (components["schemas"]["OrderInMasterOrders"] | components["schemas"]["Retailer"] | components["schemas"]["BillingItem"] | components["schemas"]["OrderItem"] | components["schemas"]["ProductVariant"] | components["schemas"]["Product"] | components["schemas"]["ProductOption"] | components["schemas"]["ExternalOrder"] | components["schemas"]["ExternalOrderItem"] | components["schemas"]["Shipment"])[];
                    };
                };
            };
        };
    };
    listBillingExports: {
        parameters: {
            query?: {
                /** @description The only fields of `billing-exports` to return, attributes and relationships. */
                "fields[billing-exports]"?: components["parameters"]["FieldsBillingExports"];
            };
        };
        responses: {
            /** @description The newest 200, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["BillingExport"][];
                    };
                };
            };
        };
    };
    createBillingExport: {
        parameters: {
            query?: {
                /** @description The only fields of `billing-exports` to return, attributes and relationships. */
                "fields[billing-exports]"?: components["parameters"]["FieldsBillingExports"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string|null}
                         */
                        type?: "billing-exports" | null;
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes: {
                            /**
                             * Format: date
                             * @description The first day, in UTC.
                             */
                            from: string;
                            /**
                             * Format: date
                             * @description The last day; the period may have 366 days.
                             */
                            to: string;
                            /** @description The files to make; each type once. */
                            exports: {
                                /**
                                 * @description What to show: amounts, amounts with all details, or invoiced orders alone.
                                 * @enum {string}
                                 */
                                type: "accounting" | "accounting_complete" | "invoicing";
                                /** @description The kinds of file. */
                                formats: ("csv" | "xlsx" | "pdf")[];
                            }[];
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The export, new or stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["BillingExport"];
                    };
                };
            };
        };
    };
    getBillingExport: {
        parameters: {
            query?: {
                /** @description The only fields of `billing-exports` to return, attributes and relationships. */
                "fields[billing-exports]"?: components["parameters"]["FieldsBillingExports"];
            };
            path: {
                /** @description The id of the export. */
                billing_export: components["parameters"]["BillingExportId"];
            };
        };
        responses: {
            /** @description The export as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["BillingExport"];
                    };
                };
            };
        };
    };
    downloadBillingExport: {
        parameters: {
            path: {
                /** @description The id of the export. */
                billing_export: components["parameters"]["BillingExportId"];
            };
        };
        responses: {
            /** @description One file, or several in an archive. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv; charset=utf-8": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "application/pdf": string;
                    "application/zip": string;
                };
            };
        };
    };
    acceptOrder: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfOrder"];
                /** @description The only fields of `order` to return, attributes and relationships. */
                "fields[order]"?: components["parameters"]["FieldsOrder"];
                /** @description The only fields of `retailer` to return, attributes and relationships. */
                "fields[retailer]"?: components["parameters"]["FieldsRetailer"];
                /** @description The only fields of `billing-items` to return, attributes and relationships. */
                "fields[billing-items]"?: components["parameters"]["FieldsBillingItems"];
                /** @description The only fields of `order-items` to return, attributes and relationships. */
                "fields[order-items]"?: components["parameters"]["FieldsOrderItems"];
                /** @description The only fields of `productVariant` to return, attributes and relationships. */
                "fields[productVariant]"?: components["parameters"]["FieldsProductVariant"];
                /** @description The only fields of `product` to return, attributes and relationships. */
                "fields[product]"?: components["parameters"]["FieldsProduct"];
                /** @description The only fields of `product-options` to return, attributes and relationships. */
                "fields[product-options]"?: components["parameters"]["FieldsProductOptions"];
            };
            path: {
                /** @description Id of the order. */
                order: components["parameters"]["OrderId"];
            };
        };
        responses: {
            200: components["responses"]["OrderDocument"];
        };
    };
    rejectOrder: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfOrder"];
                /** @description The only fields of `order` to return, attributes and relationships. */
                "fields[order]"?: components["parameters"]["FieldsOrder"];
                /** @description The only fields of `retailer` to return, attributes and relationships. */
                "fields[retailer]"?: components["parameters"]["FieldsRetailer"];
                /** @description The only fields of `billing-items` to return, attributes and relationships. */
                "fields[billing-items]"?: components["parameters"]["FieldsBillingItems"];
                /** @description The only fields of `order-items` to return, attributes and relationships. */
                "fields[order-items]"?: components["parameters"]["FieldsOrderItems"];
                /** @description The only fields of `productVariant` to return, attributes and relationships. */
                "fields[productVariant]"?: components["parameters"]["FieldsProductVariant"];
                /** @description The only fields of `product` to return, attributes and relationships. */
                "fields[product]"?: components["parameters"]["FieldsProduct"];
                /** @description The only fields of `product-options` to return, attributes and relationships. */
                "fields[product-options]"?: components["parameters"]["FieldsProductOptions"];
            };
            path: {
                /** @description Id of the order. */
                order: components["parameters"]["OrderId"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description What to say of the rejection. */
                    order: {
                        /** @description Why it is rejected. */
                        rejectType?: components["schemas"]["RejectType"] | null;
                        /** @description In your own words; needed with `OTHER`. */
                        rejectReason?: string | null;
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["OrderDocument"];
        };
    };
    isOrderFulfillable: {
        parameters: {
            path: {
                /** @description Id of the order. */
                order: components["parameters"]["OrderId"];
            };
        };
        responses: {
            /** @description Nothing stands in the way. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                    };
                };
            };
        };
    };
    createExternalOrder: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateExternalOrderBody"];
                "application/vnd.api+json": components["schemas"]["CreateExternalOrderBody"];
            };
        };
        responses: {
            /** @description It was accepted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                    };
                };
            };
        };
    };
    createShippingQuotes: {
        parameters: {
            path: {
                /** @description Id of the order. */
                order: components["parameters"]["OrderId"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description All parcels of the order. The longest side and the girth (twice the sum of the others) may be 400 cm together. */
                    parcels: {
                        /** @description Its length, in cm. */
                        length: number;
                        /** @description Its width, in cm. */
                        width: number;
                        /** @description Its height, in cm. */
                        height: number;
                        /** @description Its weight, in kg. */
                        kg: number;
                    }[];
                };
            };
        };
        responses: {
            /** @description The quotes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The cheapest first. */
                        data: components["schemas"]["ShippingQuote"][];
                    };
                };
            };
        };
    };
    confirmShippingQuote: {
        parameters: {
            path: {
                /** @description Id of the quote. */
                quote: string;
            };
        };
        requestBody?: {
            content: {
                "application/vnd.api+json": {
                    /**
                     * @description `default` is a page of the size of a label, `full_page` is A4. For labels of the marketplace; `default` when absent.
                     * @enum {string|null}
                     */
                    labelFormat?: "default" | "full_page" | null;
                    /** @description For a shipment that you have carried by yourself: provider and number, or a link. With it the order is shipped at once, whichever quote it is. */
                    tracking?: {
                        /** @description Who carries it. */
                        trackingProvider?: string | null;
                        /** @description The carrier's number. */
                        trackingNumber?: string | null;
                        /**
                         * Format: uri
                         * @description Where to follow it.
                         */
                        trackingLink?: string | null;
                    } | null;
                };
            };
        };
        responses: {
            /** @description The quote. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["ConfirmedQuote"];
                    };
                };
            };
        };
    };
    schedulePickup: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfOrder"];
                /** @description The only fields of `order` to return, attributes and relationships. */
                "fields[order]"?: components["parameters"]["FieldsOrder"];
                /** @description The only fields of `retailer` to return, attributes and relationships. */
                "fields[retailer]"?: components["parameters"]["FieldsRetailer"];
                /** @description The only fields of `billing-items` to return, attributes and relationships. */
                "fields[billing-items]"?: components["parameters"]["FieldsBillingItems"];
                /** @description The only fields of `order-items` to return, attributes and relationships. */
                "fields[order-items]"?: components["parameters"]["FieldsOrderItems"];
                /** @description The only fields of `productVariant` to return, attributes and relationships. */
                "fields[productVariant]"?: components["parameters"]["FieldsProductVariant"];
                /** @description The only fields of `product` to return, attributes and relationships. */
                "fields[product]"?: components["parameters"]["FieldsProduct"];
                /** @description The only fields of `product-options` to return, attributes and relationships. */
                "fields[product-options]"?: components["parameters"]["FieldsProductOptions"];
            };
            path: {
                /** @description Id of the order. */
                order: components["parameters"]["OrderId"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The day, written DD-MM-YYYY: Monday to Friday, today or later. */
                    pickupDate: string;
                    /**
                     * @description Between which hours.
                     * @enum {string}
                     */
                    pickupTime: "9-15" | "11-17";
                    /** @description Where the parcels are. */
                    pickupAddress: {
                        /** @description What is written at the door. */
                        name: string;
                        /** @description Whom to ask for. */
                        contactName: string;
                        /** @description Country, a code of ISO 3166-1. */
                        countryCode: string;
                        /** @description Town. */
                        city: string;
                        /** @description Postal code. */
                        postalCode: string;
                        /** @description Street and number. */
                        street: string;
                        /** @description Whom to call. */
                        phoneNumber: string;
                    };
                } | {
                    /** @description The same, wrapped. */
                    order: {
                        /** @description The day, written DD-MM-YYYY: Monday to Friday, today or later. */
                        pickupDate: string;
                        /**
                         * @description Between which hours.
                         * @enum {string}
                         */
                        pickupTime: "9-15" | "11-17";
                        /** @description Where the parcels are. */
                        pickupAddress: {
                            /** @description What is written at the door. */
                            name: string;
                            /** @description Whom to ask for. */
                            contactName: string;
                            /** @description Country, a code of ISO 3166-1. */
                            countryCode: string;
                            /** @description Town. */
                            city: string;
                            /** @description Postal code. */
                            postalCode: string;
                            /** @description Street and number. */
                            street: string;
                            /** @description Whom to call. */
                            phoneNumber: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The order, with its pickup. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["Order"];
                        /** @description What `include` asked for, each resource once. */
                        included?: (components["schemas"]["Retailer"] | components["schemas"]["BillingItem"] | components["schemas"]["OrderItem"] | components["schemas"]["ProductVariant"] | components["schemas"]["Product"] | components["schemas"]["ProductOption"])[];
                    };
                };
            };
        };
    };
    downloadShippingLabel: {
        parameters: {
            query?: {
                /** @description Part of a signed link: until when it is good. */
                expires?: number;
                /** @description Part of a signed link. */
                signature?: string;
            };
            path: {
                /** @description Id of the order. */
                order: components["parameters"]["OrderId"];
                /** @description Id of the label. */
                label: string;
            };
        };
        responses: {
            /** @description The label. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    downloadShippingLabels: {
        parameters: {
            path: {
                /** @description Id of the order. */
                order: components["parameters"]["OrderId"];
            };
        };
        responses: {
            /** @description The labels. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    getMasterOrderTracking: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfTrackedShipment"];
                /** @description The only fields of `shipping-shipment` to return, attributes and relationships. */
                "fields[shipping-shipment]"?: components["parameters"]["FieldsShippingShipment"];
                /** @description The only fields of `shipping-shipment-parcel` to return, attributes and relationships. */
                "fields[shipping-shipment-parcel]"?: components["parameters"]["FieldsShippingShipmentParcel"];
                /** @description The only fields of `shipping-quotes` to return, attributes and relationships. */
                "fields[shipping-quotes]"?: components["parameters"]["FieldsShippingQuotes"];
                /** @description The only fields of `shipping-shipment-shipped-item` to return, attributes and relationships. */
                "fields[shipping-shipment-shipped-item]"?: components["parameters"]["FieldsShippingShipmentShippedItem"];
            };
            path: {
                /** @description Id of the master order. */
                orderId: components["parameters"]["OrderIdId"];
            };
        };
        responses: {
            200: components["responses"]["TrackedShipmentDocument"];
        };
    };
    createMasterOrderTracking: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfTrackedShipment"];
                /** @description The only fields of `shipping-shipment` to return, attributes and relationships. */
                "fields[shipping-shipment]"?: components["parameters"]["FieldsShippingShipment"];
                /** @description The only fields of `shipping-shipment-parcel` to return, attributes and relationships. */
                "fields[shipping-shipment-parcel]"?: components["parameters"]["FieldsShippingShipmentParcel"];
                /** @description The only fields of `shipping-quotes` to return, attributes and relationships. */
                "fields[shipping-quotes]"?: components["parameters"]["FieldsShippingQuotes"];
                /** @description The only fields of `shipping-shipment-shipped-item` to return, attributes and relationships. */
                "fields[shipping-shipment-shipped-item]"?: components["parameters"]["FieldsShippingShipmentShippedItem"];
            };
            path: {
                /** @description Id of the master order. */
                orderId: components["parameters"]["OrderIdId"];
            };
        };
        requestBody: components["requestBodies"]["CreateMasterOrderTrackingRequest"];
        responses: {
            200: components["responses"]["TrackedShipmentDocument2"];
            201: components["responses"]["TrackedShipmentDocumentInShipments"];
        };
    };
    updateMasterOrderTracking: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfTrackedShipment"];
                /** @description The only fields of `shipping-shipment` to return, attributes and relationships. */
                "fields[shipping-shipment]"?: components["parameters"]["FieldsShippingShipment"];
                /** @description The only fields of `shipping-shipment-parcel` to return, attributes and relationships. */
                "fields[shipping-shipment-parcel]"?: components["parameters"]["FieldsShippingShipmentParcel"];
                /** @description The only fields of `shipping-quotes` to return, attributes and relationships. */
                "fields[shipping-quotes]"?: components["parameters"]["FieldsShippingQuotes"];
                /** @description The only fields of `shipping-shipment-shipped-item` to return, attributes and relationships. */
                "fields[shipping-shipment-shipped-item]"?: components["parameters"]["FieldsShippingShipmentShippedItem"];
            };
            path: {
                /** @description Id of the master order. */
                orderId: components["parameters"]["OrderIdId"];
            };
        };
        requestBody: components["requestBodies"]["UpdateMasterOrderTrackingRequest"];
        responses: {
            200: components["responses"]["TrackedShipmentDocumentInShipments"];
        };
    };
    getOrderTracking: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfTrackedShipment"];
                /** @description The only fields of `shipping-shipment` to return, attributes and relationships. */
                "fields[shipping-shipment]"?: components["parameters"]["FieldsShippingShipment"];
                /** @description The only fields of `shipping-shipment-parcel` to return, attributes and relationships. */
                "fields[shipping-shipment-parcel]"?: components["parameters"]["FieldsShippingShipmentParcel"];
                /** @description The only fields of `shipping-quotes` to return, attributes and relationships. */
                "fields[shipping-quotes]"?: components["parameters"]["FieldsShippingQuotes"];
                /** @description The only fields of `shipping-shipment-shipped-item` to return, attributes and relationships. */
                "fields[shipping-shipment-shipped-item]"?: components["parameters"]["FieldsShippingShipmentShippedItem"];
            };
            path: {
                /** @description Id of the order. */
                orderId: components["parameters"]["OrderIdIdOfTrackedShipment"];
            };
        };
        responses: {
            200: components["responses"]["TrackedShipmentDocument"];
        };
    };
    createOrderTracking: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfTrackedShipment"];
                /** @description The only fields of `shipping-shipment` to return, attributes and relationships. */
                "fields[shipping-shipment]"?: components["parameters"]["FieldsShippingShipment"];
                /** @description The only fields of `shipping-shipment-parcel` to return, attributes and relationships. */
                "fields[shipping-shipment-parcel]"?: components["parameters"]["FieldsShippingShipmentParcel"];
                /** @description The only fields of `shipping-quotes` to return, attributes and relationships. */
                "fields[shipping-quotes]"?: components["parameters"]["FieldsShippingQuotes"];
                /** @description The only fields of `shipping-shipment-shipped-item` to return, attributes and relationships. */
                "fields[shipping-shipment-shipped-item]"?: components["parameters"]["FieldsShippingShipmentShippedItem"];
            };
            path: {
                /** @description Id of the order. */
                orderId: components["parameters"]["OrderIdIdOfTrackedShipment"];
            };
        };
        requestBody: components["requestBodies"]["CreateMasterOrderTrackingRequest"];
        responses: {
            200: components["responses"]["TrackedShipmentDocument2"];
            201: components["responses"]["TrackedShipmentDocumentInShipments"];
        };
    };
    updateOrderTracking: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfTrackedShipment"];
                /** @description The only fields of `shipping-shipment` to return, attributes and relationships. */
                "fields[shipping-shipment]"?: components["parameters"]["FieldsShippingShipment"];
                /** @description The only fields of `shipping-shipment-parcel` to return, attributes and relationships. */
                "fields[shipping-shipment-parcel]"?: components["parameters"]["FieldsShippingShipmentParcel"];
                /** @description The only fields of `shipping-quotes` to return, attributes and relationships. */
                "fields[shipping-quotes]"?: components["parameters"]["FieldsShippingQuotes"];
                /** @description The only fields of `shipping-shipment-shipped-item` to return, attributes and relationships. */
                "fields[shipping-shipment-shipped-item]"?: components["parameters"]["FieldsShippingShipmentShippedItem"];
            };
            path: {
                /** @description Id of the order. */
                orderId: components["parameters"]["OrderIdIdOfTrackedShipment"];
            };
        };
        requestBody: components["requestBodies"]["UpdateMasterOrderTrackingRequest"];
        responses: {
            200: components["responses"]["TrackedShipmentDocumentInShipments"];
        };
    };
    listFulfillables: {
        parameters: {
            query: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: ("item" | "lots")[];
                /** @description The only fields of `fulfillment-fulfillables` to return, attributes and relationships. */
                "fields[fulfillment-fulfillables]"?: ("fulfillableId" | "batchQuantity" | "unitQuantity" | "item" | "lots")[];
                /** @description The only fields of `fulfillment-items` to return, attributes and relationships. */
                "fields[fulfillment-items]"?: components["parameters"]["FieldsFulfillmentItems"];
                /** @description The only fields of `fulfillment-lots` to return, attributes and relationships. */
                "fields[fulfillment-lots]"?: components["parameters"]["FieldsFulfillmentLots"];
                /** @description What is asked for. */
                "fulfillableIds[]": string[];
            };
        };
        responses: {
            /** @description In the order of the ids. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["Fulfillable"][];
                        /** @description What `include` asked for, each resource once. */
                        included?: (components["schemas"]["FulfillmentItem"] | components["schemas"]["FulfillmentLot"])[];
                    };
                };
            };
        };
    };
    listFulfillmentItems: {
        parameters: {
            query?: {
                /** @description The only fields of `fulfillment-items` to return, attributes and relationships. */
                "fields[fulfillment-items]"?: components["parameters"]["FieldsFulfillmentItems"];
                /** @description Only those with one of these ids. */
                "filter[id][]"?: string[];
                /** @description Only those of these variants. */
                "filter[productVariantIds][]"?: string[];
                /** @description Only those in one of these statuses. */
                "filter[status][]"?: ("synced" | "pending" | "pending_measurements")[];
                /** @description Order of the list, descending with a minus sign. */
                sort?: ("expectZeroStockAt" | "-expectZeroStockAt")[];
                /** @description How many rows of the list come before the page. */
                "page[offset]"?: components["parameters"]["PageOffset"];
                /** @description Rows per page. */
                "page[limit]"?: components["parameters"]["PageLimitOfFulfillmentItem"];
            };
        };
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["FulfillmentItem"][];
                        /** @description What there is to say beside the data. */
                        meta: {
                            /** @description Where the page lies in the list. */
                            page: {
                                /** @description Number of this page, from 1. */
                                currentPage: number;
                                /** @description Number of its first row, from 1; 0 when it is empty. */
                                from: number;
                                /** @description Number of the last page. */
                                lastPage: number;
                                /** @description Rows per page, as asked for. */
                                perPage: number;
                                /** @description Number of its last row; 0 when it is empty. */
                                to: number;
                                /** @description Rows of the whole list. */
                                total: number;
                            };
                        };
                    };
                };
            };
        };
    };
    createFulfillmentItem: {
        parameters: {
            query?: {
                /** @description The only fields of `fulfillment-items` to return, attributes and relationships. */
                "fields[fulfillment-items]"?: components["parameters"]["FieldsFulfillmentItems"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /** @description The barcode on a batch. */
                        barcode: string;
                        /** @description Pieces in a batch. */
                        unitsPerBatch: number;
                        /** @description What a piece costs you, in minor units of your currency. */
                        unitCost: number;
                        /** @description Percent of the wholesale price that are not cost, for the insurance. */
                        unitCostMargin: number;
                        /** @description Your name of it. */
                        sku: string;
                        /** @description What it is called. */
                        productName: string;
                        /** @description What kind of goods it is. */
                        categoryName: string;
                        /** @description Code of the customs. */
                        classificationCode?: string | null;
                        /** @description Whether batches expire. */
                        expiryTracked?: boolean | null;
                        /** @description Whether batches have lot numbers. */
                        lotTracked?: boolean | null;
                        /** @description Days that a batch must still be good for when it is sent. */
                        shelfLife?: number | null;
                        /** @description Whether it breaks. */
                        isFragile?: boolean | null;
                        /** @description Whether it is organic. */
                        isOrganic?: boolean | null;
                        /** @description Whether the warehouse packs it anew. */
                        needRepack?: boolean | null;
                        /** @description Whether the warehouse labels it anew. */
                        needRelabel?: boolean | null;
                        /** @description Kind of alcohol. */
                        alcoholCode?: number | null;
                        /** @description Alcohol by volume, in percent. */
                        alcoholPercentage?: number | null;
                        /** @description Litres of liquid in a pack. */
                        volumeOfLiquidPerPack?: number | null;
                        /** @description Code of what is dangerous to store. */
                        icpeCode?: number | null;
                        /**
                         * Format: uuid
                         * @description What it is of.
                         */
                        productVariantId: string;
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["FulfillmentItemDocument"];
        };
    };
    getFulfillmentItem: {
        parameters: {
            query?: {
                /** @description The only fields of `fulfillment-items` to return, attributes and relationships. */
                "fields[fulfillment-items]"?: components["parameters"]["FieldsFulfillmentItems"];
            };
            path: {
                /** @description Id of the item. */
                item: components["parameters"]["ItemId"];
            };
        };
        responses: {
            /** @description The item. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["FulfillmentItem"];
                    };
                };
            };
        };
    };
    listLotsOfFulfillmentItem: {
        parameters: {
            query?: {
                /** @description The only fields of `fulfillment-lots` to return, attributes and relationships. */
                "fields[fulfillment-lots]"?: components["parameters"]["FieldsFulfillmentLots"];
                /** @description Order of the list, descending with a minus sign. */
                sort?: components["parameters"]["Sort"];
                /** @description How many rows of the list come before the page. */
                "page[offset]"?: components["parameters"]["PageOffset"];
                /** @description Rows per page. */
                "page[limit]"?: components["parameters"]["PageLimitOfFulfillmentItem"];
            };
            path: {
                /** @description Id of the item. */
                item: components["parameters"]["ItemId"];
            };
        };
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["FulfillmentLot"][];
                        /** @description What there is to say beside the data. */
                        meta: {
                            /** @description Where the page lies in the list. */
                            page: {
                                /** @description Number of this page, from 1. */
                                currentPage: number;
                                /** @description Number of its first row, from 1; 0 when it is empty. */
                                from: number;
                                /** @description Number of the last page. */
                                lastPage: number;
                                /** @description Rows per page, as asked for. */
                                perPage: number;
                                /** @description Number of its last row; 0 when it is empty. */
                                to: number;
                                /** @description Rows of the whole list. */
                                total: number;
                            };
                        };
                    };
                };
            };
        };
    };
    listLotIdsOfFulfillmentItem: {
        parameters: {
            query?: {
                /** @description Order of the list, descending with a minus sign. */
                sort?: components["parameters"]["Sort"];
                /** @description How many rows of the list come before the page. */
                "page[offset]"?: components["parameters"]["PageOffset"];
                /** @description Rows per page. */
                "page[limit]"?: components["parameters"]["PageLimitOfFulfillmentItem"];
            };
            path: {
                /** @description Id of the item. */
                item: components["parameters"]["ItemId"];
            };
        };
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The lots. */
                        data: {
                            /**
                             * @description What it is.
                             * @constant
                             */
                            type: "fulfillment-lots";
                            /**
                             * Format: uuid
                             * @description Id of the lot.
                             */
                            id: string;
                        }[];
                        /** @description What there is to say beside the data. */
                        meta: {
                            /** @description Where the page lies in the list. */
                            page: {
                                /** @description Number of this page, from 1. */
                                currentPage: number;
                                /** @description Number of its first row, from 1; 0 when it is empty. */
                                from: number;
                                /** @description Number of the last page. */
                                lastPage: number;
                                /** @description Rows per page, as asked for. */
                                perPage: number;
                                /** @description Number of its last row; 0 when it is empty. */
                                to: number;
                                /** @description Rows of the whole list. */
                                total: number;
                            };
                        };
                    };
                };
            };
        };
    };
    listFulfillmentLots: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: "fulfillmentItem"[];
                /** @description The only fields of `fulfillment-lots` to return, attributes and relationships. */
                "fields[fulfillment-lots]"?: components["parameters"]["FieldsFulfillmentLots"];
                /** @description The only fields of `fulfillment-items` to return, attributes and relationships. */
                "fields[fulfillment-items]"?: components["parameters"]["FieldsFulfillmentItems"];
                /** @description Only those with at least so many batches that can be sent. */
                "filter[minAvailableQuantity]"?: number;
                /** @description Only those that may be sold until then, or longer. */
                "filter[minSellByDate]"?: string;
                /** @description Only those that may be sold until then at most. */
                "filter[maxSellByDate]"?: string;
                /** @description Order of the list, descending with a minus sign. */
                sort?: ("availableQuantity" | "-availableQuantity" | "expiryDate" | "-expiryDate" | "lotNumber" | "-lotNumber" | "sellByDate" | "-sellByDate" | "fulfillmentItems.productName" | "-fulfillmentItems.productName")[];
                /** @description How many rows of the list come before the page. */
                "page[offset]"?: components["parameters"]["PageOffset"];
                /** @description Rows per page. */
                "page[limit]"?: components["parameters"]["PageLimitOfFulfillmentItem"];
            };
        };
        responses: {
            /** @description One page, the newest first unless sorted otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["FulfillmentLot"][];
                        /** @description What `include` asked for, each resource once. */
                        included?: components["schemas"]["FulfillmentItem"][];
                        /** @description What there is to say beside the data. */
                        meta: {
                            /** @description Where the page lies in the list. */
                            page: {
                                /** @description Number of this page, from 1. */
                                currentPage: number;
                                /** @description Number of its first row, from 1; 0 when it is empty. */
                                from: number;
                                /** @description Number of the last page. */
                                lastPage: number;
                                /** @description Rows per page, as asked for. */
                                perPage: number;
                                /** @description Number of its last row; 0 when it is empty. */
                                to: number;
                                /** @description Rows of the whole list. */
                                total: number;
                            };
                        };
                    };
                };
            };
        };
    };
    listFulfillmentBundles: {
        parameters: {
            query?: {
                /** @description The only fields of `fulfillment-bundle` to return, attributes and relationships. */
                "fields[fulfillment-bundle]"?: components["parameters"]["FieldsFulfillmentBundle"];
                /** @description How many rows of the list come before the page. */
                "page[offset]"?: components["parameters"]["PageOffset"];
                /** @description Rows per page. */
                "page[limit]"?: components["parameters"]["PageLimitOfFulfillmentItem"];
            };
        };
        responses: {
            /** @description One page, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["FulfillmentBundle"][];
                        /** @description What there is to say beside the data. */
                        meta: {
                            /** @description Where the page lies in the list. */
                            page: {
                                /** @description Number of this page, from 1. */
                                currentPage: number;
                                /** @description Number of its first row, from 1; 0 when it is empty. */
                                from: number;
                                /** @description Number of the last page. */
                                lastPage: number;
                                /** @description Rows per page, as asked for. */
                                perPage: number;
                                /** @description Number of its last row; 0 when it is empty. */
                                to: number;
                                /** @description Rows of the whole list. */
                                total: number;
                            };
                        };
                    };
                };
            };
        };
    };
    declareFulfillmentItem: {
        parameters: {
            path: {
                /** @description Id of the variant. */
                productVariant: components["parameters"]["ProductVariantId"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /** @description The barcode on a batch. */
                        barcode: string;
                        /** @description Pieces in a batch. */
                        unitsPerBatch?: number | null;
                        /** @description What a piece costs you, in minor units of your currency. */
                        unitCost: number;
                        /** @description Percent of the wholesale price that are not cost, for the insurance. */
                        unitCostMargin?: number | null;
                        /** @description Your name of it. */
                        sku?: string | null;
                        /** @description What it is called. */
                        productName?: string | null;
                        /** @description What kind of goods it is. */
                        categoryName?: string | null;
                        /** @description Code of the customs. */
                        classificationCode?: string | null;
                        /** @description Whether batches expire. */
                        expiryTracked?: boolean | null;
                        /** @description Whether batches have lot numbers. */
                        lotTracked?: boolean | null;
                        /** @description Days that a batch must still be good for when it is sent. */
                        shelfLife?: number | null;
                        /** @description Whether it breaks. */
                        isFragile?: boolean | null;
                        /** @description Whether it is organic. */
                        isOrganic?: boolean | null;
                        /** @description Whether the warehouse packs it anew. */
                        needRepack?: boolean | null;
                        /** @description Whether the warehouse labels it anew. */
                        needRelabel?: boolean | null;
                        /** @description Kind of alcohol. */
                        alcoholCode?: number | null;
                        /** @description Alcohol by volume, in percent. */
                        alcoholPercentage?: number | null;
                        /** @description Litres of liquid in a pack. */
                        volumeOfLiquidPerPack?: number | null;
                        /** @description Code of what is dangerous to store. */
                        icpeCode?: number | null;
                    };
                };
            };
        };
        responses: {
            /** @description It was declared before, and is as sent now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description Nothing to show. */
                        data: null;
                    };
                };
            };
            /** @description It is declared now. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description Nothing to show. */
                        data: null;
                    };
                };
            };
        };
    };
    updateFulfillmentItem: {
        parameters: {
            path: {
                /** @description Id of the variant. */
                productVariant: components["parameters"]["ProductVariantId"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /** @description The barcode on a batch. */
                        barcode?: string | null;
                        /** @description Pieces in a batch. */
                        unitsPerBatch?: number | null;
                        /** @description What a piece costs you, in minor units of your currency. */
                        unitCost?: number | null;
                        /** @description Percent of the wholesale price that are not cost, for the insurance. */
                        unitCostMargin?: number | null;
                        /** @description Your name of it. */
                        sku?: string | null;
                        /** @description What it is called. */
                        productName?: string | null;
                        /** @description What kind of goods it is. */
                        categoryName?: string | null;
                        /** @description Code of the customs. */
                        classificationCode?: string | null;
                        /** @description Whether batches expire. */
                        expiryTracked?: boolean | null;
                        /** @description Whether batches have lot numbers. */
                        lotTracked?: boolean | null;
                        /** @description Days that a batch must still be good for when it is sent. */
                        shelfLife?: number | null;
                        /** @description Whether it breaks. */
                        isFragile?: boolean | null;
                        /** @description Whether it is organic. */
                        isOrganic?: boolean | null;
                        /** @description Whether the warehouse packs it anew. */
                        needRepack?: boolean | null;
                        /** @description Whether the warehouse labels it anew. */
                        needRelabel?: boolean | null;
                        /** @description Kind of alcohol. */
                        alcoholCode?: number | null;
                        /** @description Alcohol by volume, in percent. */
                        alcoholPercentage?: number | null;
                        /** @description Litres of liquid in a pack. */
                        volumeOfLiquidPerPack?: number | null;
                        /** @description Code of what is dangerous to store. */
                        icpeCode?: number | null;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description Nothing to show. */
                        data: null;
                    };
                };
            };
        };
    };
    listReplenishments: {
        parameters: {
            query?: {
                /** @description The only fields of `replenishments` to return, attributes and relationships. */
                "fields[replenishments]"?: components["parameters"]["FieldsReplenishments"];
                /** @description Order of the list, descending with a minus sign. `-submittedAt` when absent. */
                sort?: ("submittedAt" | "-submittedAt")[];
                /** @description How many rows of the list come before the page. */
                "page[offset]"?: components["parameters"]["PageOffset"];
                /** @description Rows per page. */
                "page[limit]"?: components["parameters"]["PageLimitOfFulfillmentItem"];
            };
        };
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["Replenishment"][];
                        /** @description What there is to say beside the data. */
                        meta: {
                            /** @description Where the page lies in the list. */
                            page: {
                                /** @description Number of this page, from 1. */
                                currentPage: number;
                                /** @description Number of its first row, from 1; 0 when it is empty. */
                                from: number;
                                /** @description Number of the last page. */
                                lastPage: number;
                                /** @description Rows per page, as asked for. */
                                perPage: number;
                                /** @description Number of its last row; 0 when it is empty. */
                                to: number;
                                /** @description Rows of the whole list. */
                                total: number;
                            };
                        };
                    };
                };
            };
        };
    };
    createReplenishment: {
        parameters: {
            query?: {
                /** @description The only fields of `replenishments` to return, attributes and relationships. */
                "fields[replenishments]"?: components["parameters"]["FieldsReplenishments"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /**
                     * Format: uuid
                     * @description An id of your own makes a retry harmless.
                     */
                    id?: string | null;
                    /**
                     * @deprecated
                     * @description Kept and shown, without a meaning.
                     */
                    brandId?: number | null;
                    /**
                     * Format: uuid
                     * @description Your brand, as warehouses know it.
                     */
                    fulfillmentBrandId?: string | null;
                    /**
                     * Format: uuid
                     * @description The warehouse where your goods lie.
                     */
                    warehouseId?: string | null;
                    /** @description Who carries the goods. */
                    shippingCarrierName: string;
                    /**
                     * @description Part of a lorry, a whole one, parcels, or empty while it is not decided.
                     * @enum {string}
                     */
                    shipmentType: "" | "LTL" | "FTL" | "PARCEL";
                    /** @description What comes, each item once. */
                    items: {
                        /**
                         * Format: uuid
                         * @description What comes.
                         */
                        fulfillmentItemId: string;
                        /** @description How many batches. */
                        quantity: number;
                        /**
                         * @description What they are to be once they are there; `available` when absent.
                         * @enum {string|null}
                         */
                        status?: "available" | "blocked" | "incoming" | "qualityControl" | "reserved" | "damaged" | null;
                    }[];
                };
            };
        };
        responses: {
            /** @description The draft, or what is known under the id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["Replenishment"];
                    };
                };
            };
        };
    };
    getReplenishment: {
        parameters: {
            query?: {
                /** @description The only fields of `replenishments` to return, attributes and relationships. */
                "fields[replenishments]"?: components["parameters"]["FieldsReplenishments"];
            };
            path: {
                /** @description Id of the replenishment. */
                replenishment: components["parameters"]["ReplenishmentId"];
            };
        };
        responses: {
            /** @description The replenishment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["Replenishment"];
                    };
                };
            };
        };
    };
    deleteReplenishment: {
        parameters: {
            path: {
                /** @description Id of the replenishment. */
                replenishment: components["parameters"]["ReplenishmentId"];
            };
        };
        responses: {
            200: components["responses"]["DeleteReplenishmentResult"];
        };
    };
    updateReplenishment: {
        parameters: {
            query?: {
                /** @description The only fields of `replenishments` to return, attributes and relationships. */
                "fields[replenishments]"?: components["parameters"]["FieldsReplenishments"];
            };
            path: {
                /** @description Id of the replenishment. */
                replenishment: components["parameters"]["ReplenishmentId"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /** @description Who carries the goods. */
                        shippingCarrierName?: string | null;
                        /**
                         * @description Part of a lorry, a whole one, or parcels.
                         * @enum {string|null}
                         */
                        shipmentType?: "LTL" | "FTL" | "PARCEL" | null;
                        /** @description `created`: a draft; `confirmed` by you; `sent`: the warehouse knows of it; `delivered`: it stands at its door; `received`: it is in stock. */
                        status?: components["schemas"]["ReplenishmentStatus"] | null;
                        /** @description What comes, each item once. */
                        items?: {
                            /**
                             * Format: uuid
                             * @description What comes.
                             */
                            fulfillmentItemId: string;
                            /** @description How many batches. */
                            quantity: number;
                            /**
                             * @description What they are to be once they are there; `available` when absent.
                             * @enum {string|null}
                             */
                            status?: "available" | "blocked" | "incoming" | "qualityControl" | "reserved" | "damaged" | null;
                        }[] | null;
                    };
                };
            };
        };
        responses: {
            /** @description The replenishment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["Replenishment"];
                    };
                };
            };
        };
    };
    listFulfillmentOrders: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfFulfillmentOrder"];
                /** @description The only fields of `fulfillment-orders` to return, attributes and relationships. */
                "fields[fulfillment-orders]"?: components["parameters"]["FieldsFulfillmentOrders"];
                /** @description The only fields of `fulfillment-order-status-updates` to return, attributes and relationships. */
                "fields[fulfillment-order-status-updates]"?: components["parameters"]["FieldsFulfillmentOrderStatusUpdates"];
                /** @description Only those in this status. */
                "filter[status]"?: components["parameters"]["FilterStatusOfFulfillmentOrder"];
                /** @description Only those with one of these ids; unknown ids are left out. */
                "filter[uuid][]"?: string[];
                /** @description Order of the list, descending with a minus sign. `-createdAt` when absent. */
                sort?: components["parameters"]["SortOfFulfillmentOrder"];
                /** @description How many rows of the list come before the page. */
                "page[offset]"?: components["parameters"]["PageOffset"];
                /** @description Rows per page. */
                "page[limit]"?: components["parameters"]["PageLimitOfFulfillmentItem"];
            };
        };
        responses: {
            /** @description One page, newest first unless sorted otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["FulfillmentOrder"][];
                        /** @description What `include` asked for, each resource once. */
                        included?: components["schemas"]["FulfillmentStatusUpdate"][];
                        /** @description What there is to say beside the data. */
                        meta: {
                            /** @description Where the page lies in the list. */
                            page: {
                                /** @description Number of this page, from 1. */
                                currentPage: number;
                                /** @description Number of its first row, from 1; 0 when it is empty. */
                                from: number;
                                /** @description Number of the last page. */
                                lastPage: number;
                                /** @description Rows per page, as asked for. */
                                perPage: number;
                                /** @description Number of its last row; 0 when it is empty. */
                                to: number;
                                /** @description Rows of the whole list. */
                                total: number;
                            };
                        };
                    };
                };
            };
        };
    };
    getFulfillmentOrder: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfFulfillmentOrder"];
                /** @description The only fields of `fulfillment-orders` to return, attributes and relationships. */
                "fields[fulfillment-orders]"?: components["parameters"]["FieldsFulfillmentOrders"];
                /** @description The only fields of `fulfillment-order-status-updates` to return, attributes and relationships. */
                "fields[fulfillment-order-status-updates]"?: components["parameters"]["FieldsFulfillmentOrderStatusUpdates"];
            };
            path: {
                /** @description Id of the fulfillment order. */
                id: components["parameters"]["Id"];
            };
        };
        responses: {
            /** @description The fulfillment order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["FulfillmentOrder"];
                        /** @description What `include` asked for, each resource once. */
                        included?: components["schemas"]["FulfillmentStatusUpdate"][];
                    };
                };
            };
        };
    };
    listFulfillmentOrdersOfMasterOrder: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfFulfillmentOrder"];
                /** @description The only fields of `fulfillment-orders` to return, attributes and relationships. */
                "fields[fulfillment-orders]"?: components["parameters"]["FieldsFulfillmentOrders"];
                /** @description The only fields of `fulfillment-order-status-updates` to return, attributes and relationships. */
                "fields[fulfillment-order-status-updates]"?: components["parameters"]["FieldsFulfillmentOrderStatusUpdates"];
            };
            path: {
                /** @description Id of the master order. */
                orderId: components["parameters"]["OrderIdId"];
            };
        };
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["FulfillmentOrder"][];
                        /** @description What `include` asked for, each resource once. */
                        included?: components["schemas"]["FulfillmentStatusUpdate"][];
                    };
                };
            };
        };
    };
    listFulfillmentOrderLinkage: {
        parameters: {
            path: {
                /** @description Id of the master order. */
                orderId: components["parameters"]["OrderIdId"];
            };
        };
        responses: {
            /** @description The linkage. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        /** @description The format of this document. */
                        jsonapi: {
                            /**
                             * @description Version of JSON:API.
                             * @constant
                             */
                            version: "1.0";
                        };
                        /** @description Type and id of each. */
                        data: {
                            /**
                             * @description The kind of resource.
                             * @constant
                             */
                            type: "fulfillment-orders";
                            /**
                             * Format: uuid
                             * @description Its id.
                             */
                            id: string;
                        }[];
                    };
                };
            };
        };
    };
    checkFulfillability: {
        parameters: {
            path: {
                /** @description Id of the master order. */
                orderId: components["parameters"]["OrderIdId"];
            };
        };
        responses: {
            /** @description Nothing stands in the way. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                    };
                };
            };
        };
    };
    requestFulfillment: {
        parameters: {
            path: {
                /** @description Id of the master order. */
                orderId: components["parameters"]["OrderIdId"];
            };
        };
        requestBody?: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data?: {
                        /** @description What is wanted of variants of the order. */
                        items?: {
                            /**
                             * Format: uuid
                             * @description A variant of the order.
                             */
                            productVariantId: string;
                            /** @description Days that it must still be good for; any lot that may be sold when left out. */
                            minimumRemainingShelfLife?: number | null;
                        }[] | null;
                    } | null;
                };
            };
        };
        responses: {
            /** @description It was handed over. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                    };
                };
            };
        };
    };
    countFulfillmentCosts: {
        parameters: {
            query?: {
                /** @description The only fields of `fulfillment-order-costs` to return, attributes and relationships. */
                "fields[fulfillment-order-costs]"?: ("category" | "quantity" | "unitAmount" | "totalAmount" | "vatRate" | "totalAmountWithVat")[];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of question.
                         * @constant
                         */
                        type: "fulfillment-order-costs-specification";
                        /** @description What is asked about. */
                        attributes: {
                            /**
                             * @description Whose order it is; the costs are the same.
                             * @enum {string|null}
                             */
                            orderType?: "internal" | "external" | null;
                            /** @description Where it goes, a code of ISO 3166-1. */
                            shipToCountry: string;
                            /** @description The postal code there: islands and mountains cost more. */
                            shipToPostalCode?: string | null;
                            /** @description What is sent. */
                            parcels: {
                                /** @description In centimetres. */
                                length: number;
                                /** @description In centimetres. */
                                width: number;
                                /** @description In centimetres. */
                                height: number;
                                /** @description In grams. */
                                weight: number;
                                /**
                                 * @description Guessed by the size when left out.
                                 * @enum {string|null}
                                 */
                                packageType?: "parcel" | "pallet" | null;
                            }[];
                            /** @description Units that are picked. */
                            pickingQuantity: number;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description One line for each thing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["FulfillmentCost"][];
                    };
                };
            };
        };
    };
    checkFulfillmentFeasibility: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of question.
                         * @constant
                         */
                        type: "feasibility-check";
                        /** @description What is asked about. */
                        attributes: {
                            /** @description Where it would go. */
                            deliveryAddress: {
                                /** @description Country, a code of ISO 3166-1. */
                                countryCode: string;
                                /** @description Postal code. */
                                postalCode: string;
                                /** @description Town. */
                                city: string;
                                /** @description Street and number. */
                                street: string;
                                /** @description What else helps. */
                                additionalAddress?: string | null;
                            };
                            /** @description What would be sent. */
                            items: {
                                /**
                                 * Format: uuid
                                 * @description A variant of yours.
                                 */
                                productVariantUuid: string;
                                /** @description How many packs. */
                                quantity: number;
                                /** @description Days that it must still be good for. */
                                minimumRemainingShelfLife?: number | null;
                            }[];
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Nothing stands in the way. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                    };
                };
            };
        };
    };
    listMedia: {
        parameters: {
            query?: {
                /** @description The only fields of `media` to return, attributes and relationships. */
                "fields[media]"?: ("masterOrderUuid" | "originalFilename" | "type" | "createdAt" | "content" | "encoding")[];
                /** @description The master order; needed. */
                "filter[masterOrderUuid]"?: string;
            };
        };
        responses: {
            /** @description In the order in which they came. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["MediumWithContent"][];
                    };
                };
            };
        };
    };
    deleteMediaOfMasterOrder: {
        parameters: {
            query?: {
                /** @description The master order; needed. */
                masterOrderUuid?: string;
            };
        };
        responses: {
            /** @description They are gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                    };
                };
            };
        };
    };
    uploadMedia: {
        parameters: {
            query?: {
                /** @description The only fields of `media` to return, attributes and relationships. */
                "fields[media]"?: ("masterOrderUuid" | "originalFilename" | "type" | "createdAt")[];
            };
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: uuid
                     * @description The master order that they go with.
                     */
                    masterOrderUuid: string;
                    /**
                     * Format: binary
                     * @description The file.
                     */
                    "documents[0][file]": string;
                    /**
                     * Format: uuid
                     * @description An id of your own.
                     */
                    "documents[0][uuid]"?: string | null;
                    /**
                     * @description What it is. Default: `"attachment"`.
                     * @enum {string|null}
                     */
                    "documents[0][type]"?: "invoice" | "attachment" | null;
                };
            };
        };
        responses: {
            /** @description The documents. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["Medium"][];
                    };
                };
            };
        };
    };
    deleteMedium: {
        parameters: {
            path: {
                /** @description Id of the document. */
                mediaUuid: string;
            };
        };
        responses: {
            200: components["responses"]["DeleteReplenishmentResult"];
        };
    };
    listOrderPayCustomers: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfOrderPayCustomer"];
                /** @description The only fields of `order-pay-customer` to return, attributes and relationships. */
                "fields[order-pay-customer]"?: components["parameters"]["FieldsOrderPayCustomer"];
                /** @description The only fields of `order-pay-customer-payment-methods` to return, attributes and relationships. */
                "fields[order-pay-customer-payment-methods]"?: components["parameters"]["FieldsOrderPayCustomerPaymentMethods"];
                /** @description Only customers whose store name has this in it, in any case of letters. */
                "filter[storeName]"?: string;
                /** @description Only customers whose email address has this in it, in any case of letters. */
                "filter[email]"?: string;
                /** @description Order of the list, descending with a minus sign. `storeName` when absent. */
                sort?: ("id" | "-id" | "storeName" | "-storeName")[];
                /** @description Number of the page, from 1. */
                "page[number]"?: number;
                /** @description Rows per page. */
                "page[size]"?: number;
            };
        };
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["OrderPayCustomer"][];
                        /** @description What `include` asked for, each resource once. */
                        included?: components["schemas"]["OrderPayPaymentMethod"][];
                        /** @description What there is to say beside the data. */
                        meta: {
                            /** @description Where the page lies in the list. */
                            page: {
                                /** @description Number of this page, from 1. */
                                currentPage: number;
                                /** @description Number of its first row, from 1; 0 when it is empty. */
                                from: number;
                                /** @description Number of the last page. */
                                lastPage: number;
                                /** @description Rows per page, as asked for. */
                                perPage: number;
                                /** @description Number of its last row; 0 when it is empty. */
                                to: number;
                                /** @description Rows of the whole list. */
                                total: number;
                            };
                        };
                    };
                };
            };
        };
    };
    createOrderPayCustomer: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfOrderPayCustomer"];
                /** @description The only fields of `order-pay-customer` to return, attributes and relationships. */
                "fields[order-pay-customer]"?: components["parameters"]["FieldsOrderPayCustomer"];
                /** @description The only fields of `order-pay-customer-payment-methods` to return, attributes and relationships. */
                "fields[order-pay-customer-payment-methods]"?: components["parameters"]["FieldsOrderPayCustomerPaymentMethods"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string}
                         */
                        type: "order-pay-customer" | "order-pay-customers";
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes: {
                            /** @description What the store is called. */
                            storeName: string;
                            /**
                             * Format: email
                             * @description Where mails go.
                             */
                            email: string;
                            /** @description First name of a person there. */
                            firstName: string;
                            /** @description Last name of that person. */
                            lastName: string;
                            /** @description What new orders are paid in; that of the billing country when it is left out, a code of ISO 4217. */
                            currency?: string | null;
                            /** @description The company behind the store. */
                            company: {
                                /** @description Phone number with a plus sign and the country code. */
                                phoneNumber: string;
                                /** @description Tax number. */
                                taxNumber?: string | null;
                                /** @description VAT number. */
                                vatNumber?: string | null;
                                /** @description Whether it pays no VAT. */
                                vatExemption: boolean;
                            };
                            /** @description Where the invoice goes. */
                            billingAddress: {
                                /** @description Street and number. */
                                street: string;
                                /** @description Postal code. */
                                postalCode: string;
                                /** @description Town. */
                                city: string;
                                /** @description Country; `FR` when it is left out, a code of ISO 3166-1. */
                                countryCode?: string | null;
                            };
                            /** @description Where the goods go. */
                            shippingAddress: {
                                /** @description Street and number. */
                                street: string;
                                /** @description Postal code. */
                                postalCode: string;
                                /** @description Town. */
                                city: string;
                                /** @description Country; `FR` when it is left out, a code of ISO 3166-1. */
                                countryCode?: string | null;
                            };
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The id was known: the stored customer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["OrderPayCustomer"];
                        /** @description What `include` asked for, each resource once. */
                        included?: components["schemas"]["OrderPayPaymentMethod"][];
                    };
                };
            };
            /** @description The customer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["OrderPayCustomer"];
                        /** @description What `include` asked for, each resource once. */
                        included?: components["schemas"]["OrderPayPaymentMethod"][];
                    };
                };
            };
        };
    };
    getOrderPayCustomer: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfOrderPayCustomer"];
                /** @description The only fields of `order-pay-customer` to return, attributes and relationships. */
                "fields[order-pay-customer]"?: components["parameters"]["FieldsOrderPayCustomer"];
                /** @description The only fields of `order-pay-customer-payment-methods` to return, attributes and relationships. */
                "fields[order-pay-customer-payment-methods]"?: components["parameters"]["FieldsOrderPayCustomerPaymentMethods"];
            };
            path: {
                /** @description Id of the customer. */
                order_pay_customer: components["parameters"]["OrderPayCustomerId"];
            };
        };
        responses: {
            /** @description The customer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["OrderPayCustomer"];
                        /** @description What `include` asked for, each resource once. */
                        included?: components["schemas"]["OrderPayPaymentMethod"][];
                    };
                };
            };
        };
    };
    updateOrderPayCustomer: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfOrderPayCustomer"];
                /** @description The only fields of `order-pay-customer` to return, attributes and relationships. */
                "fields[order-pay-customer]"?: components["parameters"]["FieldsOrderPayCustomer"];
                /** @description The only fields of `order-pay-customer-payment-methods` to return, attributes and relationships. */
                "fields[order-pay-customer-payment-methods]"?: components["parameters"]["FieldsOrderPayCustomerPaymentMethods"];
            };
            path: {
                /** @description Id of the customer. */
                order_pay_customer: components["parameters"]["OrderPayCustomerId"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string|null}
                         */
                        type?: "order-pay-customer" | "order-pay-customers" | null;
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes?: {
                            /** @description What the store is called. */
                            storeName?: string | null;
                            /**
                             * Format: email
                             * @description Where mails go.
                             */
                            email?: string | null;
                            /** @description First name of a person there. */
                            firstName?: string | null;
                            /** @description Last name of that person. */
                            lastName?: string | null;
                            /** @description What new orders are paid in; that of the billing country when it is left out, a code of ISO 4217. */
                            currency?: string | null;
                            /** @description The company behind the store. */
                            company?: {
                                /** @description Phone number with a plus sign and the country code. */
                                phoneNumber?: string | null;
                                /** @description Tax number. */
                                taxNumber?: string | null;
                                /** @description VAT number. */
                                vatNumber?: string | null;
                                /** @description Whether it pays no VAT. */
                                vatExemption?: boolean | null;
                            } | null;
                            /** @description Where the invoice goes. */
                            billingAddress?: {
                                /** @description Street and number. */
                                street?: string | null;
                                /** @description Postal code. */
                                postalCode?: string | null;
                                /** @description Town. */
                                city?: string | null;
                                /** @description Country, a code of ISO 3166-1. */
                                countryCode?: string | null;
                            } | null;
                            /** @description Where the goods go. */
                            shippingAddress?: {
                                /** @description Street and number. */
                                street?: string | null;
                                /** @description Postal code. */
                                postalCode?: string | null;
                                /** @description Town. */
                                city?: string | null;
                                /** @description Country, a code of ISO 3166-1. */
                                countryCode?: string | null;
                            } | null;
                        } | null;
                    };
                };
            };
        };
        responses: {
            /** @description The customer as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["OrderPayCustomer"];
                        /** @description What `include` asked for, each resource once. */
                        included?: components["schemas"]["OrderPayPaymentMethod"][];
                    };
                };
            };
        };
    };
    createOrderPayOrder: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfOrderPayOrder"];
                /** @description The only fields of `order-pay-orders` to return, attributes and relationships. */
                "fields[order-pay-orders]"?: components["parameters"]["FieldsOrderPayOrders"];
                /** @description The only fields of `order-pay-payments` to return, attributes and relationships. */
                "fields[order-pay-payments]"?: components["parameters"]["FieldsOrderPayPayments"];
                /** @description The only fields of `order-pay-transactions` to return, attributes and relationships. */
                "fields[order-pay-transactions]"?: components["parameters"]["FieldsOrderPayTransactions"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string}
                         */
                        type: "order-pay-orders" | "order-pay-order";
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes: {
                            /**
                             * Format: uuid
                             * @description Whom it is for.
                             */
                            customerUuid: string;
                            /** @description A number of your own; printed on the invoice. */
                            customReference?: string | null;
                            /** @description What is sold. */
                            items: {
                                /**
                                 * Format: uuid
                                 * @description What is sold.
                                 */
                                productVariantUuid: string;
                                /** @description How many packs. */
                                quantity: number;
                                /** @description What it costs. */
                                amounts: {
                                    /** @description The price of a pack before any discount, without VAT, in minor units of the brand's currency. */
                                    brandUnitPrice: number;
                                    /** @description Percent off the line. Default: `0`. */
                                    discountRate?: number | null;
                                    /** @description Amount off the line, in the same units, instead of a rate. */
                                    discountAmount?: number | null;
                                };
                                /** @description Another place for the percentage. Default: `0`. */
                                discountRate?: number | null;
                                /** @description For how many days it has to keep, where the warehouse ships it. */
                                minimumRemainingShelfLife?: number | null;
                            }[];
                            /** @description What is charged beside the goods. */
                            customItems?: {
                                /**
                                 * @description What for; each type once.
                                 * @enum {string}
                                 */
                                type: "shippingFees" | "exciseDuties" | "ecoTax";
                                /** @description Without VAT, in minor units of the customer's currency. */
                                amount: number;
                            }[] | null;
                            /** @description Only the shipping fees; everything else follows. */
                            amounts?: {
                                /**
                                 * @deprecated
                                 * @description Better said by a custom item of the type `shippingFees`.
                                 */
                                shippingFeesAmount?: number | null;
                            } | null;
                            /** @description Percent off the whole order, of what the discounts of the lines leave. Default: `0`. */
                            discountRate?: number | null;
                            /** @description When it can be delivered. */
                            deliverySchedule?: {
                                /** @description When somebody is there; null for any time. */
                                timeSlots?: {
                                    /** @description From when. */
                                    startTime: string;
                                    /** @description Until when. */
                                    endTime: string;
                                }[] | null;
                                /** @description Days on which somebody is there; 1 is Monday. */
                                openDays: number[];
                            } | null;
                            /** @description How it is to be packed. */
                            packingInstruction?: {
                                /** @description How it is packed. */
                                services: ("PALLETISE" | "CUSTOM_BUILD" | "DOCS" | "SSCC")[];
                                /** @description In words. */
                                instruction?: string | null;
                            } | null;
                            /** @description Whether the delivery is announced. */
                            deliveryAppointment?: {
                                /** @description Whether the carrier has to call before. */
                                requested: boolean;
                                /** @description In words. */
                                instruction?: string | null;
                            } | null;
                            /**
                             * @description `custom`: you ship it. `fulfillment`: the warehouse does, if your goods lie there; the confirmation says what stands in the way. Default: `"custom"`.
                             * @enum {string|null}
                             */
                            shippingMethod?: "custom" | "fulfillment" | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The id was known: the stored order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["OrderPayOrder"];
                        /** @description What `include` asked for, each resource once. */
                        included?: (components["schemas"]["OrderPayPayment"] | components["schemas"]["OrderPayTransaction"])[];
                    };
                };
            };
            /** @description The order, in `created`. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["OrderPayOrder"];
                        /** @description What `include` asked for, each resource once. */
                        included?: (components["schemas"]["OrderPayPayment"] | components["schemas"]["OrderPayTransaction"])[];
                    };
                };
            };
        };
    };
    getOrderPayOrder: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfOrderPayOrder"];
                /** @description The only fields of `order-pay-orders` to return, attributes and relationships. */
                "fields[order-pay-orders]"?: components["parameters"]["FieldsOrderPayOrders"];
                /** @description The only fields of `order-pay-payments` to return, attributes and relationships. */
                "fields[order-pay-payments]"?: components["parameters"]["FieldsOrderPayPayments"];
                /** @description The only fields of `order-pay-transactions` to return, attributes and relationships. */
                "fields[order-pay-transactions]"?: components["parameters"]["FieldsOrderPayTransactions"];
            };
            path: {
                /** @description Id of the order. */
                order_pay_order: components["parameters"]["OrderPayOrderId"];
            };
        };
        responses: {
            /** @description The order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["OrderPayOrder"];
                        /** @description What `include` asked for, each resource once. */
                        included?: (components["schemas"]["OrderPayPayment"] | components["schemas"]["OrderPayTransaction"])[];
                    };
                };
            };
        };
    };
    updateOrderPayOrder: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfOrderPayOrder"];
                /** @description The only fields of `order-pay-orders` to return, attributes and relationships. */
                "fields[order-pay-orders]"?: components["parameters"]["FieldsOrderPayOrders"];
                /** @description The only fields of `order-pay-payments` to return, attributes and relationships. */
                "fields[order-pay-payments]"?: components["parameters"]["FieldsOrderPayPayments"];
                /** @description The only fields of `order-pay-transactions` to return, attributes and relationships. */
                "fields[order-pay-transactions]"?: components["parameters"]["FieldsOrderPayTransactions"];
            };
            path: {
                /** @description Id of the order. */
                order_pay_order: components["parameters"]["OrderPayOrderId"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string|null}
                         */
                        type?: "order-pay-orders" | "order-pay-order" | null;
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes: {
                            /**
                             * Format: uuid
                             * @description Whom it is for.
                             */
                            customerUuid: string;
                            /** @description A number of your own; printed on the invoice. */
                            customReference?: string | null;
                            /** @description What is sold. */
                            items: {
                                /**
                                 * Format: uuid
                                 * @description What is sold.
                                 */
                                productVariantUuid: string;
                                /** @description How many packs. */
                                quantity: number;
                                /** @description What it costs. */
                                amounts: {
                                    /** @description The price of a pack before any discount, without VAT, in minor units of the brand's currency. */
                                    brandUnitPrice: number;
                                    /** @description Percent off the line. Default: `0`. */
                                    discountRate?: number | null;
                                    /** @description Amount off the line, in the same units, instead of a rate. */
                                    discountAmount?: number | null;
                                };
                                /** @description Another place for the percentage. Default: `0`. */
                                discountRate?: number | null;
                                /** @description For how many days it has to keep, where the warehouse ships it. */
                                minimumRemainingShelfLife?: number | null;
                            }[];
                            /** @description What is charged beside the goods. */
                            customItems?: {
                                /**
                                 * @description What for; each type once.
                                 * @enum {string}
                                 */
                                type: "shippingFees" | "exciseDuties" | "ecoTax";
                                /** @description Without VAT, in minor units of the customer's currency. */
                                amount: number;
                            }[] | null;
                            /** @description Only the shipping fees; everything else follows. */
                            amounts?: {
                                /**
                                 * @deprecated
                                 * @description Better said by a custom item of the type `shippingFees`.
                                 */
                                shippingFeesAmount?: number | null;
                            } | null;
                            /** @description Percent off the whole order, of what the discounts of the lines leave. Default: `0`. */
                            discountRate?: number | null;
                            /** @description When it can be delivered. */
                            deliverySchedule?: {
                                /** @description When somebody is there; null for any time. */
                                timeSlots?: {
                                    /** @description From when. */
                                    startTime: string;
                                    /** @description Until when. */
                                    endTime: string;
                                }[] | null;
                                /** @description Days on which somebody is there; 1 is Monday. */
                                openDays: number[];
                            } | null;
                            /** @description How it is to be packed. */
                            packingInstruction?: {
                                /** @description How it is packed. */
                                services: ("PALLETISE" | "CUSTOM_BUILD" | "DOCS" | "SSCC")[];
                                /** @description In words. */
                                instruction?: string | null;
                            } | null;
                            /** @description Whether the delivery is announced. */
                            deliveryAppointment?: {
                                /** @description Whether the carrier has to call before. */
                                requested: boolean;
                                /** @description In words. */
                                instruction?: string | null;
                            } | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["OrderPayOrder"];
                        /** @description What `include` asked for, each resource once. */
                        included?: (components["schemas"]["OrderPayPayment"] | components["schemas"]["OrderPayTransaction"])[];
                    };
                };
            };
        };
    };
    cancelOrderPayOrder: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfOrderPayOrder"];
                /** @description The only fields of `order-pay-orders` to return, attributes and relationships. */
                "fields[order-pay-orders]"?: components["parameters"]["FieldsOrderPayOrders"];
                /** @description The only fields of `order-pay-payments` to return, attributes and relationships. */
                "fields[order-pay-payments]"?: components["parameters"]["FieldsOrderPayPayments"];
                /** @description The only fields of `order-pay-transactions` to return, attributes and relationships. */
                "fields[order-pay-transactions]"?: components["parameters"]["FieldsOrderPayTransactions"];
            };
            path: {
                /** @description Id of the order. */
                order_pay_order: components["parameters"]["OrderPayOrderId"];
            };
        };
        requestBody?: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data?: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string|null}
                         */
                        type?: "order-pay-orders" | "order-pay-order" | null;
                        /**
                         * Format: uuid
                         * @description Id of the order.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes?: {
                            /** @description Why; shown with the order. */
                            reason?: string | null;
                        } | null;
                    } | null;
                };
            };
        };
        responses: {
            /** @description The order, in `cancelled`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["OrderPayOrder"];
                        /** @description What `include` asked for, each resource once. */
                        included?: (components["schemas"]["OrderPayPayment"] | components["schemas"]["OrderPayTransaction"])[];
                    };
                };
            };
        };
    };
    confirmOrderPayOrder: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfOrderPayOrder"];
                /** @description The only fields of `order-pay-orders` to return, attributes and relationships. */
                "fields[order-pay-orders]"?: components["parameters"]["FieldsOrderPayOrders"];
                /** @description The only fields of `order-pay-payments` to return, attributes and relationships. */
                "fields[order-pay-payments]"?: components["parameters"]["FieldsOrderPayPayments"];
                /** @description The only fields of `order-pay-transactions` to return, attributes and relationships. */
                "fields[order-pay-transactions]"?: components["parameters"]["FieldsOrderPayTransactions"];
            };
            path: {
                /** @description Id of the order. */
                order_pay_order: components["parameters"]["OrderPayOrderId"];
            };
        };
        responses: {
            /** @description The order, in `brand_confirmed`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["OrderPayOrder"];
                        /** @description What `include` asked for, each resource once. */
                        included?: (components["schemas"]["OrderPayPayment"] | components["schemas"]["OrderPayTransaction"])[];
                    };
                };
            };
        };
    };
    listApplications: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: "webhookSubscriptions"[];
                /** @description The only fields of `application` to return, attributes and relationships. */
                "fields[application]"?: components["parameters"]["FieldsApplication"];
                /** @description The only fields of `webhook-subscriptions` to return, attributes and relationships. */
                "fields[webhook-subscriptions]"?: components["parameters"]["FieldsWebhookSubscriptions"];
            };
        };
        responses: {
            /** @description All of them, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["Application"][];
                        /** @description What `include` asked for, each resource once. */
                        included?: components["schemas"]["WebhookSubscription"][];
                    };
                };
            };
        };
    };
    listWebhookEvents: {
        parameters: {
            query?: {
                /** @description The only fields of `webhook-subscriptions/events` to return, attributes and relationships. */
                "fields[webhook-subscriptions/events]"?: ("meaning" | "otherNames" | "endsAt")[];
            };
        };
        responses: {
            /** @description All events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["WebhookEvent"][];
                    };
                };
            };
        };
    };
    listWebhookSubscriptions: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfWebhookSubscription"];
                /** @description The only fields of `webhook-subscriptions` to return, attributes and relationships. */
                "fields[webhook-subscriptions]"?: components["parameters"]["FieldsWebhookSubscriptions"];
                /** @description The only fields of `application` to return, attributes and relationships. */
                "fields[application]"?: components["parameters"]["FieldsApplication"];
                /** @description Rows per page: 15 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfProductVariant"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfIntegrationOperation"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfIntegrationOperation"];
            };
        };
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["WebhookSubscription"][];
                        /** @description What `include` asked for, each resource once. */
                        included?: components["schemas"]["Application"][];
                        meta: components["schemas"]["PageMeta"];
                        links: components["schemas"]["PageLinks"];
                    };
                };
            };
        };
    };
    createWebhookSubscription: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfWebhookSubscription"];
                /** @description The only fields of `webhook-subscriptions` to return, attributes and relationships. */
                "fields[webhook-subscriptions]"?: components["parameters"]["FieldsWebhookSubscriptions"];
                /** @description The only fields of `application` to return, attributes and relationships. */
                "fields[application]"?: components["parameters"]["FieldsApplication"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string}
                         */
                        type: "webhook-subscriptions" | "webhook-subscription";
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes: {
                            /** @description Where events are sent: https, or http on this machine while it is a sandbox. */
                            url?: string | null;
                            /** @description Another name of `url`. */
                            webhookUrl?: string | null;
                            /** @description What is to be told; at least one. */
                            events: ("order.brand_created" | "order.brand_accepted" | "order.brand_confirmed" | "order.brand_rejected" | "order.billing_address_updated" | "order.shipping_address_updated" | "order.shipping_labels_generated" | "order.shipped" | "order.shipment_received" | "order.received" | "order.shipment_refused" | "order.brand_paid" | "order.cancelled" | "order.brand_accepted_reverted" | "order.shipping_labels_generated_reverted" | "external_order.created" | "external_order.awaiting_fulfillment" | "external_order.cancelled" | "external_order.shipped" | "external_order.arrived")[];
                        };
                        /** @description What it is related to. */
                        relationships?: {
                            /** @description The application that subscribes; that of the token when it is left out. */
                            application?: {
                                /** @description The application, alone or in a list of one. */
                                data: {
                                    /**
                                     * @description Every spelling means the same.
                                     * @enum {string}
                                     */
                                    type: "application" | "applications";
                                    /**
                                     * Format: uuid
                                     * @description Id of the application.
                                     */
                                    id: string;
                                } | {
                                    /**
                                     * @description Every spelling means the same.
                                     * @enum {string}
                                     */
                                    type: "application" | "applications";
                                    /**
                                     * Format: uuid
                                     * @description Id of the application.
                                     */
                                    id: string;
                                }[];
                            } | null;
                            /** @description The application that subscribes; that of the token when it is left out. */
                            applications?: {
                                /** @description The application, alone or in a list of one. */
                                data: {
                                    /**
                                     * @description Every spelling means the same.
                                     * @enum {string}
                                     */
                                    type: "application" | "applications";
                                    /**
                                     * Format: uuid
                                     * @description Id of the application.
                                     */
                                    id: string;
                                } | {
                                    /**
                                     * @description Every spelling means the same.
                                     * @enum {string}
                                     */
                                    type: "application" | "applications";
                                    /**
                                     * Format: uuid
                                     * @description Id of the application.
                                     */
                                    id: string;
                                }[];
                            } | null;
                        } | null;
                    };
                };
            };
        };
        responses: {
            /** @description The id was known: the stored subscription. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["WebhookSubscription"];
                        /** @description What `include` asked for, each resource once. */
                        included?: components["schemas"]["Application"][];
                    };
                };
            };
            /** @description The subscription with its signing secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["WebhookSubscription"];
                        /** @description What `include` asked for, each resource once. */
                        included?: components["schemas"]["Application"][];
                    };
                };
            };
        };
    };
    getWebhookSubscription: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfWebhookSubscription"];
                /** @description The only fields of `webhook-subscriptions` to return, attributes and relationships. */
                "fields[webhook-subscriptions]"?: components["parameters"]["FieldsWebhookSubscriptions"];
                /** @description The only fields of `application` to return, attributes and relationships. */
                "fields[application]"?: components["parameters"]["FieldsApplication"];
            };
            path: {
                /** @description Id of the subscription. */
                webhookSubscription: components["parameters"]["WebhookSubscriptionId"];
            };
        };
        responses: {
            200: components["responses"]["WebhookSubscriptionDocument"];
        };
    };
    deleteWebhookSubscription: {
        parameters: {
            path: {
                /** @description Id of the subscription. */
                webhookSubscription: components["parameters"]["WebhookSubscriptionId"];
            };
        };
        responses: {
            /** @description It is gone; there is no body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateWebhookSubscription: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfWebhookSubscription"];
                /** @description The only fields of `webhook-subscriptions` to return, attributes and relationships. */
                "fields[webhook-subscriptions]"?: components["parameters"]["FieldsWebhookSubscriptions"];
                /** @description The only fields of `application` to return, attributes and relationships. */
                "fields[application]"?: components["parameters"]["FieldsApplication"];
            };
            path: {
                /** @description Id of the subscription. */
                webhookSubscription: components["parameters"]["WebhookSubscriptionId"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string|null}
                         */
                        type?: "webhook-subscriptions" | "webhook-subscription" | null;
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes?: {
                            /** @description Where events are sent: https, or http on this machine while it is a sandbox. */
                            url?: string | null;
                            /** @description Another name of `url`. */
                            webhookUrl?: string | null;
                            /** @description What is to be told; at least one. */
                            events?: ("order.brand_created" | "order.brand_accepted" | "order.brand_confirmed" | "order.brand_rejected" | "order.billing_address_updated" | "order.shipping_address_updated" | "order.shipping_labels_generated" | "order.shipped" | "order.shipment_received" | "order.received" | "order.shipment_refused" | "order.brand_paid" | "order.cancelled" | "order.brand_accepted_reverted" | "order.shipping_labels_generated_reverted" | "external_order.created" | "external_order.awaiting_fulfillment" | "external_order.cancelled" | "external_order.shipped" | "external_order.arrived")[] | null;
                        } | null;
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookSubscriptionDocument"];
        };
    };
    pauseWebhookSubscription: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfWebhookSubscription"];
                /** @description The only fields of `webhook-subscriptions` to return, attributes and relationships. */
                "fields[webhook-subscriptions]"?: components["parameters"]["FieldsWebhookSubscriptions"];
                /** @description The only fields of `application` to return, attributes and relationships. */
                "fields[application]"?: components["parameters"]["FieldsApplication"];
            };
            path: {
                /** @description Id of the subscription. */
                webhookSubscription: components["parameters"]["WebhookSubscriptionId"];
            };
        };
        responses: {
            200: components["responses"]["WebhookSubscriptionDocument"];
        };
    };
    resumeWebhookSubscription: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfWebhookSubscription"];
                /** @description The only fields of `webhook-subscriptions` to return, attributes and relationships. */
                "fields[webhook-subscriptions]"?: components["parameters"]["FieldsWebhookSubscriptions"];
                /** @description The only fields of `application` to return, attributes and relationships. */
                "fields[application]"?: components["parameters"]["FieldsApplication"];
            };
            path: {
                /** @description Id of the subscription. */
                webhookSubscription: components["parameters"]["WebhookSubscriptionId"];
            };
        };
        responses: {
            200: components["responses"]["WebhookSubscriptionDocument"];
        };
    };
    rotateWebhookSigningSecret: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfWebhookSubscription"];
                /** @description The only fields of `webhook-subscriptions` to return, attributes and relationships. */
                "fields[webhook-subscriptions]"?: components["parameters"]["FieldsWebhookSubscriptions"];
                /** @description The only fields of `application` to return, attributes and relationships. */
                "fields[application]"?: components["parameters"]["FieldsApplication"];
            };
            path: {
                /** @description Id of the subscription. */
                webhookSubscription: components["parameters"]["WebhookSubscriptionId"];
            };
        };
        requestBody?: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string|null}
                         */
                        type?: "webhook-subscriptions" | "webhook-subscription" | null;
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes?: {
                            /** @description How long the old secret signs as well; a day unless told otherwise, 0 ends it at once. */
                            overlapSeconds?: number | null;
                        } | null;
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["WebhookSubscriptionDocument"];
        };
    };
    testWebhookSubscription: {
        parameters: {
            query?: {
                /** @description The only fields of `webhook-deliveries` to return, attributes and relationships. */
                "fields[webhook-deliveries]"?: components["parameters"]["FieldsWebhookDeliveries"];
            };
            path: {
                /** @description Id of the subscription. */
                webhookSubscription: components["parameters"]["WebhookSubscriptionId"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string|null}
                         */
                        type?: "webhook-subscriptions" | "webhook-subscription" | null;
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes: {
                            /**
                             * @description Which event to send.
                             * @enum {string}
                             */
                            event: "order.brand_created" | "order.brand_accepted" | "order.brand_confirmed" | "order.brand_rejected" | "order.billing_address_updated" | "order.shipping_address_updated" | "order.shipping_labels_generated" | "order.shipped" | "order.shipment_received" | "order.received" | "order.shipment_refused" | "order.brand_paid" | "order.cancelled" | "order.brand_accepted_reverted" | "order.shipping_labels_generated_reverted" | "external_order.created" | "external_order.awaiting_fulfillment" | "external_order.cancelled" | "external_order.shipped" | "external_order.arrived";
                        };
                    };
                };
            };
        };
        responses: {
            201: components["responses"]["WebhookDeliveryDocument"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description The only fields of `webhook-deliveries` to return, attributes and relationships. */
                "fields[webhook-deliveries]"?: components["parameters"]["FieldsWebhookDeliveries"];
                /** @description Only deliveries in this state. */
                "filter[state]"?: components["parameters"]["FilterState"];
                /** @description Only deliveries of this event. */
                "filter[event]"?: components["parameters"]["FilterEvent"];
                /** @description Only what was recorded then or later. */
                "filter[createdAt][from]"?: components["parameters"]["FilterCreatedAtFrom"];
                /** @description Only what was recorded before then. */
                "filter[createdAt][to]"?: components["parameters"]["FilterCreatedAtTo"];
                /** @description Rows per page: 15 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfProductVariant"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfIntegrationOperation"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfIntegrationOperation"];
            };
            path: {
                /** @description Id of the subscription. */
                webhookSubscription: components["parameters"]["WebhookSubscriptionId"];
            };
        };
        responses: {
            200: components["responses"]["WebhookDeliveryPage"];
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: {
                /** @description The only fields of `webhook-deliveries` to return, attributes and relationships. */
                "fields[webhook-deliveries]"?: components["parameters"]["FieldsWebhookDeliveries"];
            };
            path: {
                /** @description Id of the subscription. */
                webhookSubscription: components["parameters"]["WebhookSubscriptionId"];
                /** @description Id of the delivery. */
                delivery: components["parameters"]["DeliveryId"];
            };
        };
        responses: {
            200: components["responses"]["WebhookDeliveryDocumentInWebhooks"];
        };
    };
    redeliverWebhook: {
        parameters: {
            query?: {
                /** @description The only fields of `webhook-deliveries` to return, attributes and relationships. */
                "fields[webhook-deliveries]"?: components["parameters"]["FieldsWebhookDeliveries"];
            };
            path: {
                /** @description Id of the subscription. */
                webhookSubscription: components["parameters"]["WebhookSubscriptionId"];
                /** @description Id of the delivery. */
                delivery: components["parameters"]["DeliveryId"];
            };
        };
        responses: {
            200: components["responses"]["WebhookDeliveryDocument"];
        };
    };
    redeliverFailedWebhooks: {
        parameters: {
            path: {
                /** @description Id of the subscription. */
                webhookSubscription: components["parameters"]["WebhookSubscriptionId"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string|null}
                         */
                        type?: "webhook-deliveries" | null;
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes: {
                            /**
                             * Format: date-time
                             * @description From when on deliveries that failed are sent again.
                             */
                            since: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description How many. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        /** @description What was done. */
                        meta: {
                            /** @description How many are sent again. */
                            redelivered: number;
                        };
                    };
                };
            };
        };
    };
    getClock: {
        parameters: {
            query?: {
                /** @description The only fields of `clocks` to return, attributes and relationships. */
                "fields[clocks]"?: components["parameters"]["FieldsClocks"];
            };
        };
        responses: {
            /** @description The clock. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["Clock"];
                    };
                };
            };
        };
    };
    advanceClock: {
        parameters: {
            query?: {
                /** @description The only fields of `clocks` to return, attributes and relationships. */
                "fields[clocks]"?: components["parameters"]["FieldsClocks"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdvanceClockBody"];
                "application/vnd.api+json": components["schemas"]["AdvanceClockBody"];
            };
        };
        responses: {
            200: components["responses"]["ClockDocument"];
        };
    };
    setClock: {
        parameters: {
            query?: {
                /** @description The only fields of `clocks` to return, attributes and relationships. */
                "fields[clocks]"?: components["parameters"]["FieldsClocks"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetClockBody"];
                "application/vnd.api+json": components["schemas"]["SetClockBody"];
            };
        };
        responses: {
            200: components["responses"]["ClockDocument"];
        };
    };
    resetClock: {
        parameters: {
            query?: {
                /** @description The only fields of `clocks` to return, attributes and relationships. */
                "fields[clocks]"?: components["parameters"]["FieldsClocks"];
            };
        };
        responses: {
            200: components["responses"]["ClockDocument"];
        };
    };
    runJobs: {
        parameters: {
            query?: {
                /** @description The only fields of `clocks` to return, attributes and relationships. */
                "fields[clocks]"?: components["parameters"]["FieldsClocks"];
            };
        };
        responses: {
            200: components["responses"]["ClockDocument"];
        };
    };
    listFaults: {
        parameters: {
            query?: {
                /** @description The only fields of `faults` to return, attributes and relationships. */
                "fields[faults]"?: components["parameters"]["FieldsFaults"];
            };
        };
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["Fault"][];
                    };
                };
            };
        };
    };
    createFault: {
        parameters: {
            query?: {
                /** @description The only fields of `faults` to return, attributes and relationships. */
                "fields[faults]"?: components["parameters"]["FieldsFaults"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateFaultBody"];
                "application/vnd.api+json": components["schemas"]["CreateFaultBody"];
            };
        };
        responses: {
            /** @description The fault. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["Fault"];
                    };
                };
            };
        };
    };
    deleteFaults: {
        parameters: {
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                    };
                };
            };
        };
    };
    createTestOrder: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfOrder"];
                /** @description The only fields of `order` to return, attributes and relationships. */
                "fields[order]"?: components["parameters"]["FieldsOrder"];
                /** @description The only fields of `retailer` to return, attributes and relationships. */
                "fields[retailer]"?: components["parameters"]["FieldsRetailer"];
                /** @description The only fields of `billing-items` to return, attributes and relationships. */
                "fields[billing-items]"?: components["parameters"]["FieldsBillingItems"];
                /** @description The only fields of `order-items` to return, attributes and relationships. */
                "fields[order-items]"?: components["parameters"]["FieldsOrderItems"];
                /** @description The only fields of `productVariant` to return, attributes and relationships. */
                "fields[productVariant]"?: components["parameters"]["FieldsProductVariant"];
                /** @description The only fields of `product` to return, attributes and relationships. */
                "fields[product]"?: components["parameters"]["FieldsProduct"];
                /** @description The only fields of `product-options` to return, attributes and relationships. */
                "fields[product-options]"?: components["parameters"]["FieldsProductOptions"];
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateTestOrderBody"];
                "application/vnd.api+json": components["schemas"]["CreateTestOrderBody"];
            };
        };
        responses: {
            /** @description The order, in `ankor_confirmed`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["Order"];
                        /** @description What `include` asked for, each resource once. */
                        included?: (components["schemas"]["Retailer"] | components["schemas"]["BillingItem"] | components["schemas"]["OrderItem"] | components["schemas"]["ProductVariant"] | components["schemas"]["Product"] | components["schemas"]["ProductOption"])[];
                    };
                };
            };
        };
    };
    advanceOrder: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfOrder"];
                /** @description The only fields of `order` to return, attributes and relationships. */
                "fields[order]"?: components["parameters"]["FieldsOrder"];
                /** @description The only fields of `retailer` to return, attributes and relationships. */
                "fields[retailer]"?: components["parameters"]["FieldsRetailer"];
                /** @description The only fields of `billing-items` to return, attributes and relationships. */
                "fields[billing-items]"?: components["parameters"]["FieldsBillingItems"];
                /** @description The only fields of `order-items` to return, attributes and relationships. */
                "fields[order-items]"?: components["parameters"]["FieldsOrderItems"];
                /** @description The only fields of `productVariant` to return, attributes and relationships. */
                "fields[productVariant]"?: components["parameters"]["FieldsProductVariant"];
                /** @description The only fields of `product` to return, attributes and relationships. */
                "fields[product]"?: components["parameters"]["FieldsProduct"];
                /** @description The only fields of `product-options` to return, attributes and relationships. */
                "fields[product-options]"?: components["parameters"]["FieldsProductOptions"];
            };
            path: {
                /** @description Id of the order. */
                order: components["parameters"]["OrderId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdvanceOrderBody"];
                "application/vnd.api+json": components["schemas"]["AdvanceOrderBody"];
            };
        };
        responses: {
            200: components["responses"]["OrderDocumentInTesting"];
        };
    };
    requestOrderCancellation: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfOrder"];
                /** @description The only fields of `order` to return, attributes and relationships. */
                "fields[order]"?: components["parameters"]["FieldsOrder"];
                /** @description The only fields of `retailer` to return, attributes and relationships. */
                "fields[retailer]"?: components["parameters"]["FieldsRetailer"];
                /** @description The only fields of `billing-items` to return, attributes and relationships. */
                "fields[billing-items]"?: components["parameters"]["FieldsBillingItems"];
                /** @description The only fields of `order-items` to return, attributes and relationships. */
                "fields[order-items]"?: components["parameters"]["FieldsOrderItems"];
                /** @description The only fields of `productVariant` to return, attributes and relationships. */
                "fields[productVariant]"?: components["parameters"]["FieldsProductVariant"];
                /** @description The only fields of `product` to return, attributes and relationships. */
                "fields[product]"?: components["parameters"]["FieldsProduct"];
                /** @description The only fields of `product-options` to return, attributes and relationships. */
                "fields[product-options]"?: components["parameters"]["FieldsProductOptions"];
            };
            path: {
                /** @description Id of the order. */
                order: components["parameters"]["OrderId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestOrderCancellationBody"];
                "application/vnd.api+json": components["schemas"]["RequestOrderCancellationBody"];
            };
        };
        responses: {
            200: components["responses"]["OrderDocumentInTesting"];
        };
    };
    updateOrderAddress: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfOrder"];
                /** @description The only fields of `order` to return, attributes and relationships. */
                "fields[order]"?: components["parameters"]["FieldsOrder"];
                /** @description The only fields of `retailer` to return, attributes and relationships. */
                "fields[retailer]"?: components["parameters"]["FieldsRetailer"];
                /** @description The only fields of `billing-items` to return, attributes and relationships. */
                "fields[billing-items]"?: components["parameters"]["FieldsBillingItems"];
                /** @description The only fields of `order-items` to return, attributes and relationships. */
                "fields[order-items]"?: components["parameters"]["FieldsOrderItems"];
                /** @description The only fields of `productVariant` to return, attributes and relationships. */
                "fields[productVariant]"?: components["parameters"]["FieldsProductVariant"];
                /** @description The only fields of `product` to return, attributes and relationships. */
                "fields[product]"?: components["parameters"]["FieldsProduct"];
                /** @description The only fields of `product-options` to return, attributes and relationships. */
                "fields[product-options]"?: components["parameters"]["FieldsProductOptions"];
            };
            path: {
                /** @description Id of the order. */
                order: components["parameters"]["OrderId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOrderAddressBody"];
                "application/vnd.api+json": components["schemas"]["UpdateOrderAddressBody"];
            };
        };
        responses: {
            200: components["responses"]["OrderDocumentInTesting"];
        };
    };
    getAutopilot: {
        parameters: {
            query?: {
                /** @description The only fields of `autopilots` to return, attributes and relationships. */
                "fields[autopilots]"?: components["parameters"]["FieldsAutopilots"];
            };
        };
        responses: {
            /** @description The autopilot of your brand. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["Autopilot"];
                    };
                };
            };
        };
    };
    setAutopilot: {
        parameters: {
            query?: {
                /** @description The only fields of `autopilots` to return, attributes and relationships. */
                "fields[autopilots]"?: components["parameters"]["FieldsAutopilots"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetAutopilotBody"];
                "application/vnd.api+json": components["schemas"]["SetAutopilotBody"];
            };
        };
        responses: {
            /** @description The autopilot of your brand. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["Autopilot"];
                    };
                };
            };
        };
    };
    listDemoUsers: {
        parameters: {
            query?: {
                /** @description The only fields of `demo-users` to return, attributes and relationships. */
                "fields[demo-users]"?: ("email" | "firstName" | "lastName" | "role" | "accountKind" | "accountName")[];
            };
        };
        responses: {
            /** @description In the order of their numbers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["DemoUser"][];
                    };
                };
            };
        };
    };
    signInAsDemoUser: {
        parameters: {
            query?: {
                /** @description The only fields of `sessions` to return, attributes and relationships. */
                "fields[sessions]"?: components["parameters"]["FieldsSessions"];
            };
            path: {
                /** @description Id of the demo user. */
                user: string;
            };
        };
        responses: {
            201: components["responses"]["SessionDocument"];
        };
    };
    hearWebhookEvents: {
        parameters: {
            query?: {
                /** @description The only fields of `testing-webhook-events` to return, attributes and relationships. */
                "fields[testing-webhook-events]"?: ("event" | "subjectId" | "body" | "occurredAt")[];
                /** @description Only events of these names. */
                "filter[event][]"?: ("order.brand_created" | "order.brand_accepted" | "order.brand_confirmed" | "order.brand_rejected" | "order.billing_address_updated" | "order.shipping_address_updated" | "order.shipping_labels_generated" | "order.shipped" | "order.shipment_received" | "order.received" | "order.shipment_refused" | "order.brand_paid" | "order.cancelled" | "order.brand_accepted_reverted" | "order.shipping_labels_generated_reverted" | "external_order.created" | "external_order.awaiting_fulfillment" | "external_order.cancelled" | "external_order.shipped" | "external_order.arrived")[];
                /** @description The `cursor` of the answer before. */
                after?: number;
                /** @description How many seconds to wait when there is nothing yet; none unless told otherwise. */
                wait?: number;
            };
        };
        responses: {
            /** @description The events, and where to go on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["HeardWebhookEvent"][];
                        /** @description What there is to say beside the data. */
                        meta: {
                            /** @description What to send as `after` next time. */
                            cursor: number;
                            /** @description Signs what is forwarded: always the same for an application. */
                            signingSecret: string;
                        };
                    };
                };
            };
        };
    };
    resetSandbox: {
        parameters: {
        };
        responses: {
            /** @description What was removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description What was removed. */
                        meta: {
                            /** @description All that were not of the demo data. Their credentials and tokens have ended. */
                            removedApplications: {
                                /**
                                 * Format: uuid
                                 * @description Id of the application.
                                 */
                                id: string;
                                /** @description What it was called. */
                                name: string;
                                /** @description What it asked for tokens with. */
                                clientId: string;
                            }[];
                        };
                    };
                };
            };
        };
    };
    listLoggedRequests: {
        parameters: {
            query?: {
                /** @description The only fields of `requests` to return, attributes and relationships. */
                "fields[requests]"?: ("method" | "url" | "status" | "durationMs" | "applicationId" | "userId" | "requestBody" | "responseBody" | "requestedAt")[];
                /** @description Only requests that got this status. */
                "filter[status]"?: number;
                /** @description Only requests with this method. */
                "filter[method]"?: "GET" | "POST" | "PATCH" | "DELETE";
                /** @description Rows per page: 50 when absent, at most 200. */
                "page[limit]"?: number;
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfIntegrationOperation"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfIntegrationOperation"];
            };
        };
        responses: {
            /** @description One page, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["LoggedRequest"][];
                        meta: components["schemas"]["PageMeta"];
                        links: components["schemas"]["PageLinks"];
                    };
                };
            };
        };
    };
    listMails: {
        parameters: {
            query?: {
                /** @description The only fields of `mails` to return, attributes and relationships. */
                "fields[mails]"?: ("to" | "subject" | "text" | "createdAt")[];
            };
        };
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["Mail"][];
                    };
                };
            };
        };
    };
    advanceReplenishment: {
        parameters: {
            query?: {
                /** @description The only fields of `replenishments` to return, attributes and relationships. */
                "fields[replenishments]"?: components["parameters"]["FieldsReplenishments"];
            };
            path: {
                /** @description Id of the replenishment. */
                replenishment: components["parameters"]["ReplenishmentId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdvanceReplenishmentBody"];
                "application/vnd.api+json": components["schemas"]["AdvanceReplenishmentBody"];
            };
        };
        responses: {
            /** @description The replenishment as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["Replenishment"];
                    };
                };
            };
        };
    };
    advanceFulfillmentOrder: {
        parameters: {
            query?: {
                /** @description The only fields of `fulfillment-orders` to return, attributes and relationships. */
                "fields[fulfillment-orders]"?: components["parameters"]["FieldsFulfillmentOrders"];
            };
            path: {
                /** @description Id of the fulfillment order. */
                id: components["parameters"]["Id"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdvanceFulfillmentOrderBody"];
                "application/vnd.api+json": components["schemas"]["AdvanceFulfillmentOrderBody"];
            };
        };
        responses: {
            /** @description The fulfillment order as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["FulfillmentOrder"];
                    };
                };
            };
        };
    };
    advanceExternalOrder: {
        parameters: {
            query?: {
                /** @description The only fields of `external-orders` to return, attributes and relationships. */
                "fields[external-orders]"?: components["parameters"]["FieldsExternalOrders"];
            };
            path: {
                /** @description Id of the order, which is that of its master order. */
                id: components["parameters"]["IdOfExternalOrder"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdvanceExternalOrderBody"];
                "application/vnd.api+json": components["schemas"]["AdvanceExternalOrderBody"];
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["ExternalOrder"];
                    };
                };
            };
        };
    };
    advanceOrderPayOrder: {
        parameters: {
            query?: {
                /** @description The only fields of `order-pay-orders` to return, attributes and relationships. */
                "fields[order-pay-orders]"?: components["parameters"]["FieldsOrderPayOrders"];
            };
            path: {
                /** @description Id of the order. */
                order_pay_order: components["parameters"]["OrderPayOrderId"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdvanceOrderPayOrderBody"];
                "application/vnd.api+json": components["schemas"]["AdvanceOrderPayOrderBody"];
            };
        };
        responses: {
            /** @description The order as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["OrderPayOrder"];
                    };
                };
            };
        };
    };
    listStockStates: {
        parameters: {
            query?: {
                /** @description The only fields of `stock-state` to return, attributes and relationships. */
                "fields[stock-state]"?: components["parameters"]["FieldsStockState"];
                /** @description Only these variants. */
                "filter[productVariantIds][]"?: components["parameters"]["FilterProductVariantIds"];
                /** @description The statuses whose quantities are shown. */
                "filter[status][]"?: components["parameters"]["FilterStatusOfStockState"];
                /** @description Only locations of these kinds. */
                "filter[locationTypes][]"?: components["parameters"]["FilterLocationTypes"];
                /** @description Only these locations. */
                "filter[locationIds][]"?: components["parameters"]["FilterLocationIds"];
                /** @description All variants are single; there are no bundles yet. */
                "filter[productType]"?: components["parameters"]["FilterProductType"];
                /** @description Rows per page: 10 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfStockState"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfIntegrationOperation"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfIntegrationOperation"];
                /** @description Seconds since the epoch: the balance with everything up to and at that second. */
                stateAt?: components["parameters"]["StateAt"];
            };
        };
        responses: {
            200: components["responses"]["StockStatePage"];
        };
    };
    updateStockStates: {
        parameters: {
        };
        requestBody: components["requestBodies"]["UpdateStockStatesRequest"];
        responses: {
            204: components["responses"]["UpdateStockStatesResult"];
        };
    };
    listStockPostings: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfStockPosting"];
                /** @description The only fields of `posting` to return, attributes and relationships. */
                "fields[posting]"?: components["parameters"]["FieldsPosting"];
                /** @description The only fields of `transaction` to return, attributes and relationships. */
                "fields[transaction]"?: components["parameters"]["FieldsTransaction"];
                /** @description The only fields of `lot` to return, attributes and relationships. */
                "fields[lot]"?: components["parameters"]["FieldsLot"];
                /** @description The only fields of `stock-state` to return, attributes and relationships. */
                "fields[stock-state]"?: components["parameters"]["FieldsStockState"];
                /** @description Only these variants. */
                "filter[productVariantIds][]"?: components["parameters"]["FilterProductVariantIds"];
                /** @description Only postings to these statuses. */
                "filter[locationStatus][]"?: components["parameters"]["FilterLocationStatus"];
                /** @description Only locations of these kinds. */
                "filter[locationTypes][]"?: components["parameters"]["FilterLocationTypes"];
                /** @description Only these locations. */
                "filter[locationIds][]"?: components["parameters"]["FilterLocationIds"];
                /** @description Only movements for these reasons. */
                "filter[movementType][in][]"?: components["parameters"]["FilterMovementTypeIn"];
                /** @description No movements for these reasons. */
                "filter[movementType][notIn][]"?: components["parameters"]["FilterMovementTypeNotIn"];
                /** @description Order of the list, descending with a minus sign. `-transaction.createdAt` when absent. */
                sort?: components["parameters"]["SortOfStockPosting"];
                /** @description Rows per page: 10 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfStockState"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfStockPosting"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfStockPosting"];
            };
        };
        responses: {
            200: components["responses"]["StockPostingPage"];
        };
    };
    listStockTransactions: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfStockTransaction"];
                /** @description The only fields of `transaction` to return, attributes and relationships. */
                "fields[transaction]"?: components["parameters"]["FieldsTransaction"];
                /** @description The only fields of `posting` to return, attributes and relationships. */
                "fields[posting]"?: components["parameters"]["FieldsPosting"];
                /** @description Only these variants. */
                "filter[productVariantIds][]"?: components["parameters"]["FilterProductVariantIds"];
                /** @description Only postings to these statuses. */
                "filter[locationStatus][]"?: components["parameters"]["FilterLocationStatus"];
                /** @description Only locations of these kinds. */
                "filter[locationTypes][]"?: components["parameters"]["FilterLocationTypes"];
                /** @description Only these locations. */
                "filter[locationIds][]"?: components["parameters"]["FilterLocationIds"];
                /** @description Only what belongs to these orders or references. */
                "filter[relatedIds][]"?: components["parameters"]["FilterRelatedIds"];
                /** @description Order of the list, descending with a minus sign. `-createdAt` when absent. */
                sort?: components["parameters"]["SortOfFulfillmentOrder"];
                /** @description Rows per page: 10 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfStockState"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfStockPosting"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfStockPosting"];
            };
        };
        responses: {
            200: components["responses"]["StockTransactionPage"];
        };
    };
    listStockLocations: {
        parameters: {
            query?: {
                /** @description The only fields of `location` to return, attributes and relationships. */
                "fields[location]"?: components["parameters"]["FieldsLocation"];
                /** @description Only locations of these kinds. */
                "filter[locationTypes][]"?: components["parameters"]["FilterLocationTypes"];
                /** @description The location of this brand, warehouse or retailer. */
                "filter[externalId]"?: components["parameters"]["FilterExternalId"];
                /** @description Rows per page: 10 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfStockState"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfIntegrationOperation"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfIntegrationOperation"];
            };
        };
        responses: {
            200: components["responses"]["StockLocationPage"];
        };
    };
    listStockStatesAtShortPath: {
        parameters: {
            query?: {
                /** @description The only fields of `stock-state` to return, attributes and relationships. */
                "fields[stock-state]"?: components["parameters"]["FieldsStockState"];
                /** @description Only these variants. */
                "filter[productVariantIds][]"?: components["parameters"]["FilterProductVariantIds"];
                /** @description The statuses whose quantities are shown. */
                "filter[status][]"?: components["parameters"]["FilterStatusOfStockState"];
                /** @description Only locations of these kinds. */
                "filter[locationTypes][]"?: components["parameters"]["FilterLocationTypes"];
                /** @description Only these locations. */
                "filter[locationIds][]"?: components["parameters"]["FilterLocationIds"];
                /** @description All variants are single; there are no bundles yet. */
                "filter[productType]"?: components["parameters"]["FilterProductType"];
                /** @description Rows per page: 10 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfStockState"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfIntegrationOperation"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfIntegrationOperation"];
                /** @description Seconds since the epoch: the balance with everything up to and at that second. */
                stateAt?: components["parameters"]["StateAt"];
            };
        };
        responses: {
            200: components["responses"]["StockStatePage"];
        };
    };
    updateStockStatesAtShortPath: {
        parameters: {
        };
        requestBody: components["requestBodies"]["UpdateStockStatesRequest"];
        responses: {
            204: components["responses"]["UpdateStockStatesResult"];
        };
    };
    listStockPostingsAtShortPath: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfStockPosting"];
                /** @description The only fields of `posting` to return, attributes and relationships. */
                "fields[posting]"?: components["parameters"]["FieldsPosting"];
                /** @description The only fields of `transaction` to return, attributes and relationships. */
                "fields[transaction]"?: components["parameters"]["FieldsTransaction"];
                /** @description The only fields of `lot` to return, attributes and relationships. */
                "fields[lot]"?: components["parameters"]["FieldsLot"];
                /** @description The only fields of `stock-state` to return, attributes and relationships. */
                "fields[stock-state]"?: components["parameters"]["FieldsStockState"];
                /** @description Only these variants. */
                "filter[productVariantIds][]"?: components["parameters"]["FilterProductVariantIds"];
                /** @description Only postings to these statuses. */
                "filter[locationStatus][]"?: components["parameters"]["FilterLocationStatus"];
                /** @description Only locations of these kinds. */
                "filter[locationTypes][]"?: components["parameters"]["FilterLocationTypes"];
                /** @description Only these locations. */
                "filter[locationIds][]"?: components["parameters"]["FilterLocationIds"];
                /** @description Only movements for these reasons. */
                "filter[movementType][in][]"?: components["parameters"]["FilterMovementTypeIn"];
                /** @description No movements for these reasons. */
                "filter[movementType][notIn][]"?: components["parameters"]["FilterMovementTypeNotIn"];
                /** @description Order of the list, descending with a minus sign. `-transaction.createdAt` when absent. */
                sort?: components["parameters"]["SortOfStockPosting"];
                /** @description Rows per page: 10 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfStockState"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfStockPosting"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfStockPosting"];
            };
        };
        responses: {
            200: components["responses"]["StockPostingPage"];
        };
    };
    listStockTransactionsAtShortPath: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: components["parameters"]["IncludeOfStockTransaction"];
                /** @description The only fields of `transaction` to return, attributes and relationships. */
                "fields[transaction]"?: components["parameters"]["FieldsTransaction"];
                /** @description The only fields of `posting` to return, attributes and relationships. */
                "fields[posting]"?: components["parameters"]["FieldsPosting"];
                /** @description Only these variants. */
                "filter[productVariantIds][]"?: components["parameters"]["FilterProductVariantIds"];
                /** @description Only postings to these statuses. */
                "filter[locationStatus][]"?: components["parameters"]["FilterLocationStatus"];
                /** @description Only locations of these kinds. */
                "filter[locationTypes][]"?: components["parameters"]["FilterLocationTypes"];
                /** @description Only these locations. */
                "filter[locationIds][]"?: components["parameters"]["FilterLocationIds"];
                /** @description Only what belongs to these orders or references. */
                "filter[relatedIds][]"?: components["parameters"]["FilterRelatedIds"];
                /** @description Order of the list, descending with a minus sign. `-createdAt` when absent. */
                sort?: components["parameters"]["SortOfFulfillmentOrder"];
                /** @description Rows per page: 10 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfStockState"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfStockPosting"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfStockPosting"];
            };
        };
        responses: {
            200: components["responses"]["StockTransactionPage"];
        };
    };
    listStockLocationsAtShortPath: {
        parameters: {
            query?: {
                /** @description The only fields of `location` to return, attributes and relationships. */
                "fields[location]"?: components["parameters"]["FieldsLocation"];
                /** @description Only locations of these kinds. */
                "filter[locationTypes][]"?: components["parameters"]["FilterLocationTypes"];
                /** @description The location of this brand, warehouse or retailer. */
                "filter[externalId]"?: components["parameters"]["FilterExternalId"];
                /** @description Rows per page: 10 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfStockState"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfIntegrationOperation"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfIntegrationOperation"];
            };
        };
        responses: {
            200: components["responses"]["StockLocationPage"];
        };
    };
    listBrands: {
        parameters: {
            query?: {
                /** @description The only fields of `brands` to return, attributes and relationships. */
                "fields[brands]"?: components["parameters"]["FieldsBrands"];
                /** @description Ids of brands, at most 50. */
                "filter[id][]"?: string[];
                /** @description Rows per page: 15 when absent, at most 50. */
                "page[limit]"?: components["parameters"]["PageLimit"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[to]`. */
                "page[from]"?: string;
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[from]`. */
                "page[to]"?: string;
            };
        };
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["Brand"][];
                        meta: components["schemas"]["PageMeta"];
                        links: components["schemas"]["PageLinks"];
                    };
                };
            };
        };
    };
    getMyBrand: {
        parameters: {
            query?: {
                /** @description Related resources to return in `included`; a longer path brings the shorter ones along. */
                include?: "brand-contacts"[];
                /** @description The only fields of `brands` to return, attributes and relationships. */
                "fields[brands]"?: components["parameters"]["FieldsBrands"];
                /** @description The only fields of `brand-contacts` to return, attributes and relationships. */
                "fields[brand-contacts]"?: components["parameters"]["FieldsBrandContacts"];
            };
        };
        responses: {
            /** @description The brand. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["Brand"];
                        /** @description What `include` asked for, each resource once. */
                        included?: components["schemas"]["BrandContact"][];
                    };
                };
            };
        };
    };
    createBrandContact: {
        parameters: {
            query?: {
                /** @description The only fields of `brand-contacts` to return, attributes and relationships. */
                "fields[brand-contacts]"?: components["parameters"]["FieldsBrandContacts"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string}
                         */
                        type: "brand-contacts" | "brand-contact" | "brandContacts" | "brandContact";
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes: {
                            /**
                             * Format: email
                             * @description Where mails go.
                             */
                            email: string;
                            /** @description `finance`: about invoices and payouts. */
                            purposes: "finance"[];
                        };
                    };
                };
            };
        };
        responses: {
            /** @description There was one already: the stored contact. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["BrandContact"];
                    };
                };
            };
            /** @description The contact. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["BrandContact"];
                    };
                };
            };
        };
    };
    deleteBrandContact: {
        parameters: {
            path: {
                /** @description Id of the contact. */
                id: components["parameters"]["IdOfBrandContact"];
            };
        };
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateBrandContact: {
        parameters: {
            query?: {
                /** @description The only fields of `brand-contacts` to return, attributes and relationships. */
                "fields[brand-contacts]"?: components["parameters"]["FieldsBrandContacts"];
            };
            path: {
                /** @description Id of the contact. */
                id: components["parameters"]["IdOfBrandContact"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string|null}
                         */
                        type?: "brand-contacts" | "brand-contact" | "brandContacts" | "brandContact" | null;
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes?: {
                            /**
                             * Format: email
                             * @description Where mails go.
                             */
                            email?: string | null;
                            /** @description `finance`: about invoices and payouts. */
                            purposes?: "finance"[] | null;
                        } | null;
                    };
                };
            };
        };
        responses: {
            /** @description The contact as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["BrandContact"];
                    };
                };
            };
        };
    };
    listFranco: {
        parameters: {
            query: {
                /** @description The only fields of `franco` to return, attributes and relationships. */
                "fields[franco]"?: ("brandId" | "amount" | "fee" | "maxFee" | "currency")[];
                /** @description Ids of brands, 1 to 50. */
                "filter[brandId][]": string[];
            };
        };
        responses: {
            /** @description One for each brand, in no particular order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["Franco"][];
                    };
                };
            };
        };
    };
    listFrancoSettings: {
        parameters: {
            query?: {
                /** @description The only fields of `franco-settings` to return, attributes and relationships. */
                "fields[franco-settings]"?: components["parameters"]["FieldsFrancoSettings"];
                /** @description Whether the brand is being set up. The choices are the same. */
                isOnboarding?: boolean;
            };
        };
        responses: {
            /** @description One for each corridor. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["FrancoSetting"][];
                    };
                };
            };
        };
    };
    saveFrancoSettings: {
        parameters: {
            query?: {
                /** @description The only fields of `franco-settings` to return, attributes and relationships. */
                "fields[franco-settings]"?: components["parameters"]["FieldsFrancoSettings"];
            };
            header?: {
                /** @description Change nothing and answer 412 if the resource has another ETag by now. The ETag is that of its GET without `include`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string|null}
                         */
                        type?: "franco-settings" | "franco-setting" | "francoSettings" | "francoSetting" | null;
                        /** @description The fields to set. */
                        attributes: {
                            /**
                             * @description Which corridor it is for.
                             * @enum {string}
                             */
                            corridor: "domestic" | "eu8" | "international";
                            /** @description In minor units of the brand's currency. */
                            amount: number;
                            /** @description In the same units; at most `defaultMaxFeeAmount`. */
                            fee: number;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The current one, which has these values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["FrancoSetting"];
                    };
                };
            };
            /** @description The new entry. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["FrancoSetting"];
                    };
                };
            };
        };
    };
    getBrandRetailer: {
        parameters: {
            query?: {
                /** @description The only fields of `brand-retailers` to return, attributes and relationships. */
                "fields[brand-retailers]"?: components["parameters"]["FieldsBrandRetailers"];
            };
            path: {
                /** @description Id of the retailer. */
                retailerId: components["parameters"]["RetailerIdId"];
            };
        };
        responses: {
            /** @description What you have said about it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["BrandRetailer"];
                    };
                };
            };
        };
    };
    updateBrandRetailer: {
        parameters: {
            query?: {
                /** @description The only fields of `brand-retailers` to return, attributes and relationships. */
                "fields[brand-retailers]"?: components["parameters"]["FieldsBrandRetailers"];
            };
            header?: {
                /** @description Change nothing and answer 412 if the resource has another ETag by now. The ETag is that of its GET without `include`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the retailer. */
                retailerId: components["parameters"]["RetailerIdId"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string|null}
                         */
                        type?: "brand-retailers" | "brand-retailer" | "brandRetailers" | "brandRetailer" | null;
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes?: {
                            /** @description True: new orders of this retailer are accepted without being asked. Null: nothing was said yet. */
                            automaticOrderValidationMode?: boolean | null;
                        } | null;
                    };
                };
            };
        };
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["BrandRetailer"];
                    };
                };
            };
        };
    };
    getShippingSettings: {
        parameters: {
            query?: {
                /** @description The only fields of `shipping-settings` to return, attributes and relationships. */
                "fields[shipping-settings]"?: components["parameters"]["FieldsShippingSettings"];
            };
            path: {
                /** @description Id of the settings, which is that of the brand. */
                shippingSettingsId: components["parameters"]["ShippingSettingsIdId"];
            };
        };
        responses: {
            /** @description As they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["ShippingSettings"];
                    };
                };
            };
        };
    };
    updateShippingSettings: {
        parameters: {
            query?: {
                /** @description The only fields of `shipping-settings` to return, attributes and relationships. */
                "fields[shipping-settings]"?: components["parameters"]["FieldsShippingSettings"];
            };
            header?: {
                /** @description Change nothing and answer 412 if the resource has another ETag by now. The ETag is that of its GET without `include`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the settings, which is that of the brand. */
                shippingSettingsId: components["parameters"]["ShippingSettingsIdId"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The address that retailers see. */
                    publicAddress?: components["schemas"]["Place"] | null;
                    /** @description Where goods leave from: the sender on labels. */
                    shippingAddress?: components["schemas"]["Place"] | null;
                    /** @description Where invoices go. */
                    billingAddress?: components["schemas"]["Place"] | null;
                    /** @description Needed for goods from or to the United Kingdom; empty for none. */
                    eoriNumber?: string | null;
                    /** @description Needed for goods to Germany: the number of the packaging register. Empty for none. */
                    lucidNumber?: string | null;
                    /**
                     * @description How many business days it takes to ship an order; for orders that arrive from now on.
                     * @enum {string|null}
                     */
                    averageLeadTime?: "0-2" | "3-5" | "6-10" | "11-20" | "21-30" | null;
                    /** @description The countries that you ship to; null for all. */
                    whitelistCountries?: string[] | null;
                };
            };
        };
        responses: {
            /** @description As they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["ShippingSettings"];
                    };
                };
            };
        };
    };
    listPayouts: {
        parameters: {
            query?: {
                /** @description The only fields of `payouts` to return, attributes and relationships. */
                "fields[payouts]"?: ("amount" | "status" | "pspId" | "createdAt" | "arrivedAt" | "transfers")[];
                /** @description How many rows of the list come before the page. */
                "page[offset]"?: components["parameters"]["PageOffset"];
                /** @description Rows per page. */
                "page[limit]"?: components["parameters"]["PageLimitOfFulfillmentItem"];
            };
        };
        responses: {
            /** @description One page, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["Payout"][];
                        /** @description What there is to say beside the data. */
                        meta: {
                            /** @description Where the page lies in the list. */
                            page: {
                                /** @description Number of this page, from 1. */
                                currentPage: number;
                                /** @description Number of its first row, from 1; 0 when it is empty. */
                                from: number;
                                /** @description Number of the last page. */
                                lastPage: number;
                                /** @description Rows per page, as asked for. */
                                perPage: number;
                                /** @description Number of its last row; 0 when it is empty. */
                                to: number;
                                /** @description Rows of the whole list. */
                                total: number;
                            };
                        };
                    };
                };
            };
        };
    };
    listOrdersAsRetailer: {
        parameters: {
            query?: {
                /** @description The only fields of `orders` to return, attributes and relationships. */
                "fields[orders]"?: components["parameters"]["FieldsOrders"];
                /** @description Only orders in this status. */
                "filter[status]"?: components["parameters"]["FilterStatus"];
                /** @description Rows per page: 15 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfProductVariant"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfIntegrationOperation"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfIntegrationOperation"];
            };
        };
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["RetailerOrder"][];
                        meta: components["schemas"]["PageMeta"];
                        links: components["schemas"]["PageLinks"];
                    };
                };
            };
        };
    };
    getOrderAsRetailer: {
        parameters: {
            query?: {
                /** @description The only fields of `orders` to return, attributes and relationships. */
                "fields[orders]"?: components["parameters"]["FieldsOrders"];
            };
            path: {
                /** @description Id of the order. */
                order: components["parameters"]["OrderId"];
            };
        };
        responses: {
            /** @description The order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["RetailerOrder"];
                    };
                };
            };
        };
    };
    acknowledgeReception: {
        parameters: {
            query?: {
                /** @description The only fields of `orders` to return, attributes and relationships. */
                "fields[orders]"?: components["parameters"]["FieldsOrders"];
            };
            path: {
                /** @description Id of the order. */
                order: components["parameters"]["OrderId"];
            };
        };
        responses: {
            200: components["responses"]["RetailerOrderDocument"];
        };
    };
    refuseReception: {
        parameters: {
            query?: {
                /** @description The only fields of `orders` to return, attributes and relationships. */
                "fields[orders]"?: components["parameters"]["FieldsOrders"];
            };
            path: {
                /** @description Id of the order. */
                order: components["parameters"]["OrderId"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description Why it is refused; the brand reads it. */
                    reason: string;
                };
            };
        };
        responses: {
            200: components["responses"]["RetailerOrderDocument"];
        };
    };
    requestCancellation: {
        parameters: {
            query?: {
                /** @description The only fields of `orders` to return, attributes and relationships. */
                "fields[orders]"?: components["parameters"]["FieldsOrders"];
            };
            path: {
                /** @description Id of the order. */
                order: components["parameters"]["OrderId"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description Why the order should not be shipped. */
                    reason: string;
                };
            };
        };
        responses: {
            200: components["responses"]["RetailerOrderDocument"];
        };
    };
    listOwnApplications: {
        parameters: {
            query?: {
                /** @description The only fields of `applications` to return, attributes and relationships. */
                "fields[applications]"?: components["parameters"]["FieldsApplications"];
            };
        };
        responses: {
            /** @description All of them, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["OperatorApplication"][];
                    };
                };
            };
        };
    };
    createOwnApplication: {
        parameters: {
            query?: {
                /** @description The only fields of `applications` to return, attributes and relationships. */
                "fields[applications]"?: components["parameters"]["FieldsApplications"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string}
                         */
                        type: "applications" | "application";
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes: {
                            /** @description What its maker calls it. */
                            name: string;
                            /**
                             * Format: email
                             * @description Whom to write to about it.
                             */
                            developerEmail: string;
                            /**
                             * Format: uuid
                             * @description The user in whose name it acts.
                             */
                            userId?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["OperatorApplicationDocumentInIntegrations"];
            201: components["responses"]["OperatorApplicationDocument"];
        };
    };
    updateOwnApplication: {
        parameters: {
            query?: {
                /** @description The only fields of `applications` to return, attributes and relationships. */
                "fields[applications]"?: components["parameters"]["FieldsApplications"];
            };
            path: {
                /** @description Id of the application. */
                application: components["parameters"]["ApplicationId"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string|null}
                         */
                        type?: "applications" | "application" | null;
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes?: {
                            /** @description What its maker calls it. */
                            name?: string | null;
                            /**
                             * Format: email
                             * @description Whom to write to about it.
                             */
                            developerEmail?: string | null;
                        } | null;
                    };
                };
            };
        };
        responses: {
            /** @description The application as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["OperatorApplication"];
                    };
                };
            };
        };
    };
    rotateOwnApplicationSecret: {
        parameters: {
            query?: {
                /** @description The only fields of `applications` to return, attributes and relationships. */
                "fields[applications]"?: components["parameters"]["FieldsApplications"];
            };
            path: {
                /** @description Id of the application. */
                application: components["parameters"]["ApplicationId"];
            };
        };
        requestBody?: components["requestBodies"]["RotateOwnApplicationSecretRequest"];
        responses: {
            200: components["responses"]["OperatorApplicationDocument2"];
        };
    };
    revokeOwnApplication: {
        parameters: {
            query?: {
                /** @description The only fields of `applications` to return, attributes and relationships. */
                "fields[applications]"?: components["parameters"]["FieldsApplications"];
            };
            path: {
                /** @description Id of the application. */
                application: components["parameters"]["ApplicationId"];
            };
        };
        responses: {
            200: components["responses"]["OperatorApplicationDocument3"];
        };
    };
    listOwnAudit: {
        parameters: {
            query?: {
                /** @description The only fields of `audit-entries` to return, attributes and relationships. */
                "fields[audit-entries]"?: components["parameters"]["FieldsAuditEntries"];
                /** @description Only what was done to these applications. */
                "filter[applicationId][]"?: components["parameters"]["FilterApplicationId"];
                /** @description Only what was done to these users. */
                "filter[userId][]"?: components["parameters"]["FilterUserId"];
                /** @description Rows per page: 15 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfProductVariant"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfIntegrationOperation"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfIntegrationOperation"];
            };
        };
        responses: {
            200: components["responses"]["AuditEntryPage"];
        };
    };
    listOwnDeprecatedCalls: {
        parameters: {
            query?: {
                /** @description The only fields of `deprecated-calls` to return, attributes and relationships. */
                "fields[deprecated-calls]"?: components["parameters"]["FieldsDeprecatedCalls"];
                /** @description Only calls of these applications. */
                "filter[applicationId][]"?: components["parameters"]["FilterApplicationIdOfDeprecatedCalls"];
                /** @description Only calls of this operation. */
                "filter[operation]"?: components["parameters"]["FilterOperation"];
                /** @description Rows per page: 15 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfProductVariant"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfIntegrationOperation"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfIntegrationOperation"];
            };
        };
        responses: {
            200: components["responses"]["DeprecatedCallsPage"];
        };
    };
    listBrandsAsOperator: {
        parameters: {
            query?: {
                /** @description The only fields of `brands` to return, attributes and relationships. */
                "fields[brands]"?: components["parameters"]["FieldsBrandsOfOperatorBrand"];
                /** @description Only those with one of these ids; unknown ids are left out. */
                "filter[id][]"?: components["parameters"]["FilterId"];
                /** @description Brands with this text in their name, in upper or lower case. */
                "filter[name]"?: string;
                /** @description Rows per page: 15 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfProductVariant"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfIntegrationOperation"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfIntegrationOperation"];
            };
        };
        responses: {
            /** @description One page, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["OperatorBrand"][];
                        meta: components["schemas"]["PageMeta"];
                        links: components["schemas"]["PageLinks"];
                    };
                };
            };
        };
    };
    createBrand: {
        parameters: {
            query?: {
                /** @description The only fields of `brands` to return, attributes and relationships. */
                "fields[brands]"?: components["parameters"]["FieldsBrandsOfOperatorBrand"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string}
                         */
                        type: "brands" | "brand";
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes: {
                            /** @description What the brand is called. */
                            name: string;
                            /** @description Currency that the brand is paid in, a code of ISO 4217. */
                            currency: string;
                            /** @description Country of the brand, a code of ISO 3166-1. */
                            country: string;
                            /**
                             * @description Business days from an order to its shipment.
                             * @enum {string|null}
                             */
                            averageLeadTime?: "0-2" | "3-5" | "6-10" | "11-20" | "21-30" | null;
                            /** @description Where it is; null if nobody has told. */
                            address?: components["schemas"]["Address"] | null;
                            /** @description The marketplace's share of an order in percent, without VAT. */
                            platformFeePercent?: number | null;
                            /** @description Percent that come on top for the first order of a retailer. */
                            newCustomerFeePercent?: number | null;
                            /** @description The VAT on those fees, in percent. */
                            feeVatPercent?: number | null;
                            /**
                             * @description Which stock the marketplace sells.
                             * @enum {string|null}
                             */
                            marketplaceStockLocation?: "brand" | "warehouse" | null;
                            /**
                             * @description Who decides about new orders: the brand; or nobody, when they are accepted and handed to the warehouse at once. Those that the warehouse cannot ship wait for the brand, as all do when there is no warehouse.
                             * @enum {string|null}
                             */
                            automationMode?: "automatic-brand_control" | "automatic-confirm-and-request-fulfillment" | null;
                            /** @description Pictures for the storefront. What is left out has no picture afterwards. */
                            images?: {
                                /**
                                 * Format: uri
                                 * @description As a square, or null.
                                 */
                                squared?: string | null;
                                /**
                                 * Format: uri
                                 * @description With round corners, or null.
                                 */
                                rounded?: string | null;
                                /**
                                 * Format: uri
                                 * @description As wide as a page, or null.
                                 */
                                large?: string | null;
                            } | null;
                            /** @description Its page in the storefront, without the host; null while it has none. */
                            link?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The id was known: the stored brand. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["OperatorBrand"];
                    };
                };
            };
            /** @description The brand. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["OperatorBrand"];
                    };
                };
            };
        };
    };
    getBrand: {
        parameters: {
            query?: {
                /** @description The only fields of `brands` to return, attributes and relationships. */
                "fields[brands]"?: components["parameters"]["FieldsBrandsOfOperatorBrand"];
            };
            path: {
                /** @description Id of the brand. */
                brand: components["parameters"]["BrandId"];
            };
        };
        responses: {
            /** @description The brand. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["OperatorBrand"];
                    };
                };
            };
        };
    };
    updateBrand: {
        parameters: {
            query?: {
                /** @description The only fields of `brands` to return, attributes and relationships. */
                "fields[brands]"?: components["parameters"]["FieldsBrandsOfOperatorBrand"];
            };
            header?: {
                /** @description Change nothing and answer 412 if the resource has another ETag by now. The ETag is that of its GET without `include`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the brand. */
                brand: components["parameters"]["BrandId"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string|null}
                         */
                        type?: "brands" | "brand" | null;
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes?: {
                            /** @description What the brand is called. */
                            name?: string | null;
                            /** @description Currency that the brand is paid in, a code of ISO 4217. */
                            currency?: string | null;
                            /** @description Country of the brand, a code of ISO 3166-1. */
                            country?: string | null;
                            /**
                             * @description Business days from an order to its shipment.
                             * @enum {string|null}
                             */
                            averageLeadTime?: "0-2" | "3-5" | "6-10" | "11-20" | "21-30" | null;
                            /** @description Where it is; null if nobody has told. */
                            address?: components["schemas"]["Address"] | null;
                            /** @description The marketplace's share of an order in percent, without VAT. */
                            platformFeePercent?: number | null;
                            /** @description Percent that come on top for the first order of a retailer. */
                            newCustomerFeePercent?: number | null;
                            /** @description The VAT on those fees, in percent. */
                            feeVatPercent?: number | null;
                            /**
                             * @description Which stock the marketplace sells.
                             * @enum {string|null}
                             */
                            marketplaceStockLocation?: "brand" | "warehouse" | null;
                            /**
                             * @description Who decides about new orders: the brand; or nobody, when they are accepted and handed to the warehouse at once. Those that the warehouse cannot ship wait for the brand, as all do when there is no warehouse.
                             * @enum {string|null}
                             */
                            automationMode?: "automatic-brand_control" | "automatic-confirm-and-request-fulfillment" | null;
                            /** @description Pictures for the storefront. What is left out has no picture afterwards. */
                            images?: {
                                /**
                                 * Format: uri
                                 * @description As a square, or null.
                                 */
                                squared?: string | null;
                                /**
                                 * Format: uri
                                 * @description With round corners, or null.
                                 */
                                rounded?: string | null;
                                /**
                                 * Format: uri
                                 * @description As wide as a page, or null.
                                 */
                                large?: string | null;
                            } | null;
                            /** @description Its page in the storefront, without the host; null while it has none. */
                            link?: string | null;
                        } | null;
                    };
                };
            };
        };
        responses: {
            /** @description The brand as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["OperatorBrand"];
                    };
                };
            };
        };
    };
    listRetailersAsOperator: {
        parameters: {
            query?: {
                /** @description The only fields of `retailers` to return, attributes and relationships. */
                "fields[retailers]"?: components["parameters"]["FieldsRetailers"];
                /** @description Only those with one of these ids; unknown ids are left out. */
                "filter[id][]"?: components["parameters"]["FilterId"];
                /** @description Only retailers of this segment. */
                "filter[segment]"?: string;
                /** @description Rows per page: 15 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfProductVariant"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfIntegrationOperation"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfIntegrationOperation"];
            };
        };
        responses: {
            /** @description One page, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["OperatorRetailer"][];
                        meta: components["schemas"]["PageMeta"];
                        links: components["schemas"]["PageLinks"];
                    };
                };
            };
        };
    };
    createRetailer: {
        parameters: {
            query?: {
                /** @description The only fields of `retailers` to return, attributes and relationships. */
                "fields[retailers]"?: components["parameters"]["FieldsRetailers"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string}
                         */
                        type: "retailers" | "retailer";
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes: {
                            /** @description Name of the company; null for a sole trader. */
                            companyName?: string | null;
                            /** @description Name of the shop. */
                            storeName: string;
                            /**
                             * Format: uri
                             * @description Website of the shop.
                             */
                            storeUrl?: string | null;
                            /**
                             * Format: email
                             * @description Where the retailer gets mail.
                             */
                            email: string;
                            /** @description First name of the contact person. */
                            firstName?: string | null;
                            /** @description Last name of the contact person. */
                            lastName?: string | null;
                            /** @description Number at the tax office. */
                            taxNumber?: string | null;
                            /** @description VAT number, with the letters of its country. */
                            vatNumber?: string | null;
                            /** @description Number at the customs of the European Union. */
                            eoriNumber?: string | null;
                            /** @description Phone number with a plus sign and the country code. */
                            phoneNumberE164?: string | null;
                            /** @description The tax or VAT number to use, or the number of a sole trader. */
                            businessIdentifier?: string | null;
                            /** @description Currency that the retailer sees prices in, a code of ISO 4217. */
                            currency: string;
                            /** @description Country of the retailer, a code of ISO 3166-1. */
                            country: string;
                            /** @description A word of the operator's choice that discount rules refer to. */
                            segment?: string | null;
                            /** @description Where it is; null if nobody has told. */
                            address?: components["schemas"]["Address"] | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The id was known: the stored retailer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["OperatorRetailer"];
                    };
                };
            };
            /** @description The retailer. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["OperatorRetailer"];
                    };
                };
            };
        };
    };
    getRetailer: {
        parameters: {
            query?: {
                /** @description The only fields of `retailers` to return, attributes and relationships. */
                "fields[retailers]"?: components["parameters"]["FieldsRetailers"];
            };
            path: {
                /** @description Id of the retailer. */
                retailer: components["parameters"]["RetailerId"];
            };
        };
        responses: {
            /** @description The retailer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["OperatorRetailer"];
                    };
                };
            };
        };
    };
    updateRetailer: {
        parameters: {
            query?: {
                /** @description The only fields of `retailers` to return, attributes and relationships. */
                "fields[retailers]"?: components["parameters"]["FieldsRetailers"];
            };
            header?: {
                /** @description Change nothing and answer 412 if the resource has another ETag by now. The ETag is that of its GET without `include`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the retailer. */
                retailer: components["parameters"]["RetailerId"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string|null}
                         */
                        type?: "retailers" | "retailer" | null;
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes?: {
                            /** @description Name of the company; null for a sole trader. */
                            companyName?: string | null;
                            /** @description Name of the shop. */
                            storeName?: string | null;
                            /**
                             * Format: uri
                             * @description Website of the shop.
                             */
                            storeUrl?: string | null;
                            /**
                             * Format: email
                             * @description Where the retailer gets mail.
                             */
                            email?: string | null;
                            /** @description First name of the contact person. */
                            firstName?: string | null;
                            /** @description Last name of the contact person. */
                            lastName?: string | null;
                            /** @description Number at the tax office. */
                            taxNumber?: string | null;
                            /** @description VAT number, with the letters of its country. */
                            vatNumber?: string | null;
                            /** @description Number at the customs of the European Union. */
                            eoriNumber?: string | null;
                            /** @description Phone number with a plus sign and the country code. */
                            phoneNumberE164?: string | null;
                            /** @description The tax or VAT number to use, or the number of a sole trader. */
                            businessIdentifier?: string | null;
                            /** @description Currency that the retailer sees prices in, a code of ISO 4217. */
                            currency?: string | null;
                            /** @description Country of the retailer, a code of ISO 3166-1. */
                            country?: string | null;
                            /** @description A word of the operator's choice that discount rules refer to. */
                            segment?: string | null;
                            /** @description Where it is; null if nobody has told. */
                            address?: components["schemas"]["Address"] | null;
                        } | null;
                    };
                };
            };
        };
        responses: {
            /** @description The retailer as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["OperatorRetailer"];
                    };
                };
            };
        };
    };
    createBrandUser: {
        parameters: {
            query?: {
                /** @description The only fields of `users` to return, attributes and relationships. */
                "fields[users]"?: components["parameters"]["FieldsUsers"];
            };
            path: {
                /** @description Id of the brand. */
                brand: components["parameters"]["BrandId"];
            };
        };
        requestBody: components["requestBodies"]["CreateBrandUserRequest"];
        responses: {
            200: components["responses"]["AccountUserDocumentInOperator"];
            201: components["responses"]["AccountUserDocument"];
        };
    };
    createBrandApplication: {
        parameters: {
            query?: {
                /** @description The only fields of `applications` to return, attributes and relationships. */
                "fields[applications]"?: components["parameters"]["FieldsApplications"];
            };
            path: {
                /** @description Id of the brand. */
                brand: components["parameters"]["BrandId"];
            };
        };
        requestBody: components["requestBodies"]["CreateBrandApplicationRequest"];
        responses: {
            200: components["responses"]["OperatorApplicationDocumentInIntegrations"];
            201: components["responses"]["OperatorApplicationDocument"];
        };
    };
    createRetailerUser: {
        parameters: {
            query?: {
                /** @description The only fields of `users` to return, attributes and relationships. */
                "fields[users]"?: components["parameters"]["FieldsUsers"];
            };
            path: {
                /** @description Id of the retailer. */
                retailer: components["parameters"]["RetailerId"];
            };
        };
        requestBody: components["requestBodies"]["CreateBrandUserRequest"];
        responses: {
            200: components["responses"]["AccountUserDocumentInOperator"];
            201: components["responses"]["AccountUserDocument"];
        };
    };
    createRetailerApplication: {
        parameters: {
            query?: {
                /** @description The only fields of `applications` to return, attributes and relationships. */
                "fields[applications]"?: components["parameters"]["FieldsApplications"];
            };
            path: {
                /** @description Id of the retailer. */
                retailer: components["parameters"]["RetailerId"];
            };
        };
        requestBody: components["requestBodies"]["CreateBrandApplicationRequest"];
        responses: {
            200: components["responses"]["OperatorApplicationDocumentInIntegrations"];
            201: components["responses"]["OperatorApplicationDocument"];
        };
    };
    rotateApplicationSecret: {
        parameters: {
            query?: {
                /** @description The only fields of `applications` to return, attributes and relationships. */
                "fields[applications]"?: components["parameters"]["FieldsApplications"];
            };
            path: {
                /** @description Id of the application. */
                application: components["parameters"]["ApplicationId"];
            };
        };
        requestBody?: components["requestBodies"]["RotateOwnApplicationSecretRequest"];
        responses: {
            200: components["responses"]["OperatorApplicationDocument2"];
        };
    };
    revokeApplication: {
        parameters: {
            query?: {
                /** @description The only fields of `applications` to return, attributes and relationships. */
                "fields[applications]"?: components["parameters"]["FieldsApplications"];
            };
            path: {
                /** @description Id of the application. */
                application: components["parameters"]["ApplicationId"];
            };
        };
        responses: {
            200: components["responses"]["OperatorApplicationDocument3"];
        };
    };
    listAuditOfAll: {
        parameters: {
            query?: {
                /** @description The only fields of `audit-entries` to return, attributes and relationships. */
                "fields[audit-entries]"?: components["parameters"]["FieldsAuditEntries"];
                /** @description Only what was done to these applications. */
                "filter[applicationId][]"?: components["parameters"]["FilterApplicationId"];
                /** @description Only what was done to these users. */
                "filter[userId][]"?: components["parameters"]["FilterUserId"];
                /** @description Rows per page: 15 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfProductVariant"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfIntegrationOperation"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfIntegrationOperation"];
            };
        };
        responses: {
            200: components["responses"]["AuditEntryPage"];
        };
    };
    listDeprecatedCalls: {
        parameters: {
            query?: {
                /** @description The only fields of `deprecated-calls` to return, attributes and relationships. */
                "fields[deprecated-calls]"?: components["parameters"]["FieldsDeprecatedCalls"];
                /** @description Only calls of these applications. */
                "filter[applicationId][]"?: components["parameters"]["FilterApplicationIdOfDeprecatedCalls"];
                /** @description Only calls of this operation. */
                "filter[operation]"?: components["parameters"]["FilterOperation"];
                /** @description Rows per page: 15 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfProductVariant"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfIntegrationOperation"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfIntegrationOperation"];
            };
        };
        responses: {
            200: components["responses"]["DeprecatedCallsPage"];
        };
    };
    listDiscountRules: {
        parameters: {
            query?: {
                /** @description The only fields of `discount-rules` to return, attributes and relationships. */
                "fields[discount-rules]"?: components["parameters"]["FieldsDiscountRules"];
                /** @description Rows per page: 15 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfProductVariant"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfIntegrationOperation"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfIntegrationOperation"];
            };
            path: {
                /** @description Id of the brand. */
                brand: components["parameters"]["BrandId"];
            };
        };
        responses: {
            /** @description One page, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["OperatorDiscountRule"][];
                        meta: components["schemas"]["PageMeta"];
                        links: components["schemas"]["PageLinks"];
                    };
                };
            };
        };
    };
    createDiscountRule: {
        parameters: {
            query?: {
                /** @description The only fields of `discount-rules` to return, attributes and relationships. */
                "fields[discount-rules]"?: components["parameters"]["FieldsDiscountRules"];
            };
            path: {
                /** @description Id of the brand. */
                brand: components["parameters"]["BrandId"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string}
                         */
                        type: "discount-rules" | "discount-rule";
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes: {
                            /** @description What people call the rule. */
                            name: string;
                            /** @description The segment of retailers that gets it; null for every retailer. */
                            retailerSegment?: string | null;
                            /** @description How much is taken off the wholesale price, in percent. */
                            ratePercent: number;
                            /**
                             * Format: date-time
                             * @description The first moment with the discount.
                             */
                            startsAt: string;
                            /**
                             * Format: date-time
                             * @description The first moment without the discount; null until further notice.
                             */
                            endsAt?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The id was known: the stored rule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["OperatorDiscountRule"];
                    };
                };
            };
            /** @description The rule. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["OperatorDiscountRule"];
                    };
                };
            };
        };
    };
    deleteDiscountRule: {
        parameters: {
            path: {
                /** @description Id of the discount rule. */
                rule: components["parameters"]["RuleId"];
            };
        };
        responses: {
            /** @description Gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateDiscountRule: {
        parameters: {
            query?: {
                /** @description The only fields of `discount-rules` to return, attributes and relationships. */
                "fields[discount-rules]"?: components["parameters"]["FieldsDiscountRules"];
            };
            path: {
                /** @description Id of the discount rule. */
                rule: components["parameters"]["RuleId"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string|null}
                         */
                        type?: "discount-rules" | "discount-rule" | null;
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes?: {
                            /** @description What people call the rule. */
                            name?: string | null;
                            /** @description The segment of retailers that gets it; null for every retailer. */
                            retailerSegment?: string | null;
                            /** @description How much is taken off the wholesale price, in percent. */
                            ratePercent?: number | null;
                            /**
                             * Format: date-time
                             * @description The first moment with the discount.
                             */
                            startsAt?: string | null;
                            /**
                             * Format: date-time
                             * @description The first moment without the discount; null until further notice.
                             */
                            endsAt?: string | null;
                        } | null;
                    };
                };
            };
        };
        responses: {
            /** @description The rule as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["OperatorDiscountRule"];
                    };
                };
            };
        };
    };
    listOrdersAsOperator: {
        parameters: {
            query?: {
                /** @description The only fields of `orders` to return, attributes and relationships. */
                "fields[orders]"?: components["parameters"]["FieldsOrdersOfOperatorOrder"];
                /** @description Only those with one of these ids; unknown ids are left out. */
                "filter[id][]"?: components["parameters"]["FilterId"];
                /** @description Only orders with this brand. */
                "filter[brand]"?: string;
                /** @description Only orders of this retailer. */
                "filter[retailer]"?: components["parameters"]["FilterRetailer"];
                /** @description Only orders in this status. */
                "filter[status]"?: components["parameters"]["FilterStatus"];
                /** @description Rows per page: 15 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfProductVariant"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfIntegrationOperation"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfIntegrationOperation"];
            };
        };
        responses: {
            /** @description One page, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["OperatorOrder"][];
                        meta: components["schemas"]["PageMeta"];
                        links: components["schemas"]["PageLinks"];
                    };
                };
            };
        };
    };
    createOrder: {
        parameters: {
            query?: {
                /** @description The only fields of `orders` to return, attributes and relationships. */
                "fields[orders]"?: components["parameters"]["FieldsOrdersOfOperatorOrder"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string}
                         */
                        type: "orders" | "order" | "internal-orders";
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes: {
                            /**
                             * Format: uuid
                             * @description Whom it was ordered from.
                             */
                            brandId: string;
                            /**
                             * Format: uuid
                             * @description Who ordered.
                             */
                            retailerId: string;
                            /** @description What is ordered, each variant once. */
                            lines: {
                                /**
                                 * Format: uuid
                                 * @description What is ordered.
                                 */
                                productVariantId: string;
                                /** @description How many packs. */
                                quantity: number;
                            }[];
                            billingAddress?: components["schemas"]["Address"] | null;
                            shippingAddress?: components["schemas"]["Address"] | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The id was known: the stored order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["OperatorOrder"];
                    };
                };
            };
            /** @description The order. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["OperatorOrder"];
                    };
                };
            };
        };
    };
    getOrderAsOperator: {
        parameters: {
            query?: {
                /** @description The only fields of `orders` to return, attributes and relationships. */
                "fields[orders]"?: components["parameters"]["FieldsOrdersOfOperatorOrder"];
            };
            path: {
                /** @description Id of the order. */
                order: components["parameters"]["OrderId"];
            };
        };
        responses: {
            /** @description The order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["OperatorOrder"];
                    };
                };
            };
        };
    };
    updateOrder: {
        parameters: {
            query?: {
                /** @description The only fields of `orders` to return, attributes and relationships. */
                "fields[orders]"?: components["parameters"]["FieldsOrdersOfOperatorOrder"];
            };
            header?: {
                /** @description Change nothing and answer 412 if the resource has another ETag by now. The ETag is that of its GET without `include`. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the order. */
                order: components["parameters"]["OrderId"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string|null}
                         */
                        type?: "orders" | "order" | "internal-orders" | null;
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes?: {
                            billingAddress?: components["schemas"]["Address"] | null;
                            shippingAddress?: components["schemas"]["Address"] | null;
                        } | null;
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["OperatorOrderDocument"];
        };
    };
    listOrderHistoryAsOperator: {
        parameters: {
            query?: {
                /** @description The only fields of `order-moves` to return, attributes and relationships. */
                "fields[order-moves]"?: components["parameters"]["FieldsOrderMoves"];
                /** @description Rows per page: 15 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfProductVariant"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfIntegrationOperation"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfIntegrationOperation"];
            };
            path: {
                /** @description Id of the order. */
                order: components["parameters"]["OrderId"];
            };
        };
        responses: {
            /** @description One page, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["OperatorOrderMove"][];
                        meta: components["schemas"]["PageMeta"];
                        links: components["schemas"]["PageLinks"];
                    };
                };
            };
        };
    };
    approveRejectionOfOrder: {
        parameters: {
            query?: {
                /** @description The only fields of `orders` to return, attributes and relationships. */
                "fields[orders]"?: components["parameters"]["FieldsOrdersOfOperatorOrder"];
            };
            path: {
                /** @description Id of the order. */
                order: components["parameters"]["OrderId"];
            };
        };
        requestBody?: components["requestBodies"]["ApproveRejectionOfOrderRequest"];
        responses: {
            200: components["responses"]["OperatorOrderDocument"];
        };
    };
    refuseRejectionOfOrder: {
        parameters: {
            query?: {
                /** @description The only fields of `orders` to return, attributes and relationships. */
                "fields[orders]"?: components["parameters"]["FieldsOrdersOfOperatorOrder"];
            };
            path: {
                /** @description Id of the order. */
                order: components["parameters"]["OrderId"];
            };
        };
        requestBody?: components["requestBodies"]["ApproveRejectionOfOrderRequest"];
        responses: {
            200: components["responses"]["OperatorOrderDocument"];
        };
    };
    revertAcceptanceOfOrder: {
        parameters: {
            query?: {
                /** @description The only fields of `orders` to return, attributes and relationships. */
                "fields[orders]"?: components["parameters"]["FieldsOrdersOfOperatorOrder"];
            };
            path: {
                /** @description Id of the order. */
                order: components["parameters"]["OrderId"];
            };
        };
        requestBody?: components["requestBodies"]["ApproveRejectionOfOrderRequest"];
        responses: {
            200: components["responses"]["OperatorOrderDocument"];
        };
    };
    fulfilOfOrder: {
        parameters: {
            query?: {
                /** @description The only fields of `orders` to return, attributes and relationships. */
                "fields[orders]"?: components["parameters"]["FieldsOrdersOfOperatorOrder"];
            };
            path: {
                /** @description Id of the order. */
                order: components["parameters"]["OrderId"];
            };
        };
        requestBody?: components["requestBodies"]["ApproveRejectionOfOrderRequest"];
        responses: {
            200: components["responses"]["OperatorOrderDocument"];
        };
    };
    takeBackFulfillmentOfOrder: {
        parameters: {
            query?: {
                /** @description The only fields of `orders` to return, attributes and relationships. */
                "fields[orders]"?: components["parameters"]["FieldsOrdersOfOperatorOrder"];
            };
            path: {
                /** @description Id of the order. */
                order: components["parameters"]["OrderId"];
            };
        };
        requestBody?: components["requestBodies"]["ApproveRejectionOfOrderRequest"];
        responses: {
            200: components["responses"]["OperatorOrderDocument"];
        };
    };
    approveRefusalOfOrder: {
        parameters: {
            query?: {
                /** @description The only fields of `orders` to return, attributes and relationships. */
                "fields[orders]"?: components["parameters"]["FieldsOrdersOfOperatorOrder"];
            };
            path: {
                /** @description Id of the order. */
                order: components["parameters"]["OrderId"];
            };
        };
        requestBody?: components["requestBodies"]["ApproveRejectionOfOrderRequest"];
        responses: {
            200: components["responses"]["OperatorOrderDocument"];
        };
    };
    settleRefusalOfOrder: {
        parameters: {
            query?: {
                /** @description The only fields of `orders` to return, attributes and relationships. */
                "fields[orders]"?: components["parameters"]["FieldsOrdersOfOperatorOrder"];
            };
            path: {
                /** @description Id of the order. */
                order: components["parameters"]["OrderId"];
            };
        };
        requestBody?: components["requestBodies"]["ApproveRejectionOfOrderRequest"];
        responses: {
            200: components["responses"]["OperatorOrderDocument"];
        };
    };
    issueInvoiceOfOrder: {
        parameters: {
            query?: {
                /** @description The only fields of `orders` to return, attributes and relationships. */
                "fields[orders]"?: components["parameters"]["FieldsOrdersOfOperatorOrder"];
            };
            path: {
                /** @description Id of the order. */
                order: components["parameters"]["OrderId"];
            };
        };
        requestBody?: components["requestBodies"]["ApproveRejectionOfOrderRequest"];
        responses: {
            200: components["responses"]["OperatorOrderDocument"];
        };
    };
    payBrandOfOrder: {
        parameters: {
            query?: {
                /** @description The only fields of `orders` to return, attributes and relationships. */
                "fields[orders]"?: components["parameters"]["FieldsOrdersOfOperatorOrder"];
            };
            path: {
                /** @description Id of the order. */
                order: components["parameters"]["OrderId"];
            };
        };
        requestBody?: components["requestBodies"]["ApproveRejectionOfOrderRequest"];
        responses: {
            200: components["responses"]["OperatorOrderDocument"];
        };
    };
    listWebhookDeliveriesAsOperator: {
        parameters: {
            query?: {
                /** @description The only fields of `webhook-deliveries` to return, attributes and relationships. */
                "fields[webhook-deliveries]"?: components["parameters"]["FieldsWebhookDeliveries"];
                /** @description Only deliveries in this state. */
                "filter[state]"?: components["parameters"]["FilterState"];
                /** @description Only deliveries of this event. */
                "filter[event]"?: components["parameters"]["FilterEvent"];
                /** @description Only what was recorded then or later. */
                "filter[createdAt][from]"?: components["parameters"]["FilterCreatedAtFrom"];
                /** @description Only what was recorded before then. */
                "filter[createdAt][to]"?: components["parameters"]["FilterCreatedAtTo"];
                /** @description Rows per page: 15 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfProductVariant"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfIntegrationOperation"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfIntegrationOperation"];
            };
            path: {
                /** @description Id of the subscription. */
                webhookSubscription: components["parameters"]["WebhookSubscriptionId"];
            };
        };
        responses: {
            200: components["responses"]["WebhookDeliveryPage"];
        };
    };
    getWebhookDeliveryAsOperator: {
        parameters: {
            query?: {
                /** @description The only fields of `webhook-deliveries` to return, attributes and relationships. */
                "fields[webhook-deliveries]"?: components["parameters"]["FieldsWebhookDeliveries"];
            };
            path: {
                /** @description Id of the subscription. */
                webhookSubscription: components["parameters"]["WebhookSubscriptionId"];
                /** @description Id of the delivery. */
                delivery: components["parameters"]["DeliveryId"];
            };
        };
        responses: {
            200: components["responses"]["WebhookDeliveryDocumentInWebhooks"];
        };
    };
    listAilingWebhookSubscriptions: {
        parameters: {
            query?: {
                /** @description The only fields of `webhook-subscriptions` to return, attributes and relationships. */
                "fields[webhook-subscriptions]"?: components["parameters"]["FieldsWebhookSubscriptionsOfOperatorWebhookSubscription"];
                /** @description Only those that are still tried, only those that are not, or all that there are. */
                "filter[state]"?: "failing" | "disabled" | "any";
                /** @description Only those of this brand. */
                "filter[brand]"?: components["parameters"]["FilterBrand"];
                /** @description Rows per page: 15 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfProductVariant"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfIntegrationOperation"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfIntegrationOperation"];
            };
        };
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["OperatorWebhookSubscription"][];
                        meta: components["schemas"]["PageMeta"];
                        links: components["schemas"]["PageLinks"];
                    };
                };
            };
        };
    };
    getWebhookSubscriptionAsOperator: {
        parameters: {
            query?: {
                /** @description The only fields of `webhook-subscriptions` to return, attributes and relationships. */
                "fields[webhook-subscriptions]"?: components["parameters"]["FieldsWebhookSubscriptionsOfOperatorWebhookSubscription"];
            };
            path: {
                /** @description Id of the subscription. */
                webhookSubscription: components["parameters"]["WebhookSubscriptionId"];
            };
        };
        responses: {
            /** @description The subscription. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["OperatorWebhookSubscription"];
                    };
                };
            };
        };
    };
    listWarehouses: {
        parameters: {
            query?: {
                /** @description The only fields of `warehouses` to return, attributes and relationships. */
                "fields[warehouses]"?: components["parameters"]["FieldsWarehouses"];
                /** @description Rows per page: 15 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfProductVariant"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfIntegrationOperation"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfIntegrationOperation"];
            };
        };
        responses: {
            /** @description One page, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["Warehouse"][];
                        meta: components["schemas"]["PageMeta"];
                        links: components["schemas"]["PageLinks"];
                    };
                };
            };
        };
    };
    createWarehouse: {
        parameters: {
            query?: {
                /** @description The only fields of `warehouses` to return, attributes and relationships. */
                "fields[warehouses]"?: components["parameters"]["FieldsWarehouses"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string}
                         */
                        type: "warehouses";
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes: {
                            /** @description What it is called. */
                            name: string;
                            /** @description Where it stands, a code of ISO 3166-1. */
                            countryCode: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The id was known: the stored warehouse. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["Warehouse"];
                    };
                };
            };
            /** @description The warehouse. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["Warehouse"];
                    };
                };
            };
        };
    };
    listFulfillmentEnrolments: {
        parameters: {
            query?: {
                /** @description The only fields of `fulfillment-enrolments` to return, attributes and relationships. */
                "fields[fulfillment-enrolments]"?: components["parameters"]["FieldsFulfillmentEnrolments"];
            };
        };
        responses: {
            /** @description All, the newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["FulfillmentEnrolment"][];
                    };
                };
            };
        };
    };
    enrolBrand: {
        parameters: {
            query?: {
                /** @description The only fields of `fulfillment-enrolments` to return, attributes and relationships. */
                "fields[fulfillment-enrolments]"?: components["parameters"]["FieldsFulfillmentEnrolments"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string}
                         */
                        type: "fulfillment-enrolments";
                        /** @description The fields to set. */
                        attributes: {
                            /**
                             * Format: uuid
                             * @description The brand.
                             */
                            brandId: string;
                            /**
                             * Format: uuid
                             * @description Where its goods will lie.
                             */
                            warehouseId: string;
                            /** @description Where the warehouse may send the goods. */
                            countryCodes: string[];
                            /** @description Whether the goods are on the way to another warehouse and cannot be picked. */
                            isTransferring?: boolean | null;
                        };
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["FulfillmentEnrolmentDocument"];
        };
    };
    getFulfillmentEnrolment: {
        parameters: {
            query?: {
                /** @description The only fields of `fulfillment-enrolments` to return, attributes and relationships. */
                "fields[fulfillment-enrolments]"?: components["parameters"]["FieldsFulfillmentEnrolments"];
            };
            path: {
                /** @description Id of the brand. */
                brand: components["parameters"]["BrandId"];
            };
        };
        responses: {
            /** @description The enrolment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["FulfillmentEnrolment"];
                    };
                };
            };
        };
    };
    endFulfillmentEnrolment: {
        parameters: {
            path: {
                /** @description Id of the brand. */
                brand: components["parameters"]["BrandId"];
            };
        };
        responses: {
            /** @description It has left. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                    };
                };
            };
        };
    };
    updateFulfillmentEnrolment: {
        parameters: {
            query?: {
                /** @description The only fields of `fulfillment-enrolments` to return, attributes and relationships. */
                "fields[fulfillment-enrolments]"?: components["parameters"]["FieldsFulfillmentEnrolments"];
            };
            path: {
                /** @description Id of the brand. */
                brand: components["parameters"]["BrandId"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string|null}
                         */
                        type?: "fulfillment-enrolments" | null;
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes?: {
                            /** @description Where the warehouse may send the goods. */
                            countryCodes?: string[] | null;
                            /** @description Whether the goods are on the way to another warehouse and cannot be picked. */
                            isTransferring?: boolean | null;
                        } | null;
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["FulfillmentEnrolmentDocument"];
        };
    };
    updateFulfillmentItemAsOperator: {
        parameters: {
            query?: {
                /** @description The only fields of `fulfillment-items` to return, attributes and relationships. */
                "fields[fulfillment-items]"?: components["parameters"]["FieldsFulfillmentItems"];
            };
            path: {
                /** @description Id of the item. */
                item: components["parameters"]["ItemId"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string|null}
                         */
                        type?: "fulfillment-items" | null;
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes?: {
                            /**
                             * @description How far the warehouse got with it: `synced` is all the way.
                             * @enum {string|null}
                             */
                            status?: "created" | "pending" | "pending_measurements" | "synced" | null;
                            /** @description How it is packed. */
                            packingRules?: {
                                [key: string]: string | number | boolean;
                            } | null;
                        } | null;
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["FulfillmentItemDocument"];
        };
    };
    makeFulfillmentBundle: {
        parameters: {
            query?: {
                /** @description The only fields of `fulfillment-bundle` to return, attributes and relationships. */
                "fields[fulfillment-bundle]"?: components["parameters"]["FieldsFulfillmentBundle"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string}
                         */
                        type: "fulfillment-bundle";
                        /** @description The fields to set. */
                        attributes: {
                            /**
                             * Format: uuid
                             * @description The brand.
                             */
                            brandId: string;
                            /**
                             * Format: uuid
                             * @description What is ordered.
                             */
                            productVariantId: string;
                            /** @description What it is made of, each item once. */
                            items: {
                                /**
                                 * Format: uuid
                                 * @description A part of it.
                                 */
                                fulfillmentItemId: string;
                                /** @description Batches of it in one. */
                                quantity: number;
                            }[];
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The bundle. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["FulfillmentBundle"];
                    };
                };
            };
        };
    };
    adjustFulfillmentLot: {
        parameters: {
            query?: {
                /** @description The only fields of `fulfillment-lots` to return, attributes and relationships. */
                "fields[fulfillment-lots]"?: components["parameters"]["FieldsFulfillmentLots"];
            };
            path: {
                /** @description Id of the lot. */
                lot: string;
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /**
                     * @description What they were; `void` when they were not there.
                     * @enum {string}
                     */
                    from: "available" | "damaged" | "qualityControl" | "blocked" | "void";
                    /**
                     * @description What they are; `void` when they are gone.
                     * @enum {string}
                     */
                    to: "available" | "damaged" | "qualityControl" | "blocked" | "void";
                    /** @description How many batches. */
                    quantity: number;
                    /**
                     * @description Why.
                     * @enum {string}
                     */
                    reason: "manual" | "broken" | "lost" | "found" | "destroyed" | "delivery_refused" | "returned_to_brand" | "returned" | "adjustment_reversed" | "quality_control" | "expired" | "brand_request" | "blocked_by_provider" | "unblocked";
                };
            };
        };
        responses: {
            /** @description The lot as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["FulfillmentLot"];
                    };
                };
            };
        };
    };
    listReplenishmentsAsOperator: {
        parameters: {
            query?: {
                /** @description The only fields of `replenishments` to return, attributes and relationships. */
                "fields[replenishments]"?: components["parameters"]["FieldsReplenishments"];
                /** @description Only those of this brand. */
                "filter[brand]"?: components["parameters"]["FilterBrand"];
                /** @description Only those in this status. */
                "filter[status]"?: components["schemas"]["ReplenishmentStatus"];
                /** @description Rows per page: 15 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfProductVariant"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfIntegrationOperation"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfIntegrationOperation"];
            };
        };
        responses: {
            /** @description One page, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["Replenishment"][];
                        meta: components["schemas"]["PageMeta"];
                        links: components["schemas"]["PageLinks"];
                    };
                };
            };
        };
    };
    deliverReplenishment: {
        parameters: {
            query?: {
                /** @description The only fields of `replenishments` to return, attributes and relationships. */
                "fields[replenishments]"?: components["parameters"]["FieldsReplenishments"];
            };
            path: {
                /** @description Id of the replenishment. */
                replenishment: components["parameters"]["ReplenishmentId"];
            };
        };
        responses: {
            200: components["responses"]["ReplenishmentDocument"];
        };
    };
    receiveReplenishment: {
        parameters: {
            query?: {
                /** @description The only fields of `replenishments` to return, attributes and relationships. */
                "fields[replenishments]"?: components["parameters"]["FieldsReplenishments"];
            };
            path: {
                /** @description Id of the replenishment. */
                replenishment: components["parameters"]["ReplenishmentId"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description What was found. */
                    items: {
                        /**
                         * Format: uuid
                         * @description What was found; it must have been announced.
                         */
                        fulfillmentItemId: string;
                        /** @description How many batches. */
                        quantity: number;
                        /**
                         * @description In which condition; `available` when absent.
                         * @enum {string|null}
                         */
                        status?: "available" | "damaged" | "qualityControl" | "blocked" | null;
                        /** @description The maker's number; the reference of the replenishment when absent. */
                        lotNumber?: string | null;
                        /**
                         * Format: date-time
                         * @description Until when they are good. Required where it is tracked.
                         */
                        expiryDate?: string | null;
                        /**
                         * Format: date-time
                         * @description Until when they may be sold; the expiry less the shelf life of the item when absent.
                         */
                        sellByDate?: string | null;
                    }[];
                    /** @description Whether no more boxes are to be opened; true when absent. */
                    isLast?: boolean | null;
                };
            };
        };
        responses: {
            200: components["responses"]["ReplenishmentDocument"];
        };
    };
    listFulfillmentOrdersAsOperator: {
        parameters: {
            query?: {
                /** @description The only fields of `fulfillment-orders` to return, attributes and relationships. */
                "fields[fulfillment-orders]"?: components["parameters"]["FieldsFulfillmentOrdersOfOperatorFulfillmentOrder"];
                /** @description Only those in this status. */
                "filter[status]"?: components["parameters"]["FilterStatusOfFulfillmentOrder"];
                /** @description Only those of this brand. */
                "filter[brand]"?: components["parameters"]["FilterBrand"];
                /** @description Rows per page: 15 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfProductVariant"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfIntegrationOperation"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfIntegrationOperation"];
            };
        };
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["OperatorFulfillmentOrder"][];
                        meta: components["schemas"]["PageMeta"];
                        links: components["schemas"]["PageLinks"];
                    };
                };
            };
        };
    };
    getFulfillmentOrderAsOperator: {
        parameters: {
            query?: {
                /** @description The only fields of `fulfillment-orders` to return, attributes and relationships. */
                "fields[fulfillment-orders]"?: components["parameters"]["FieldsFulfillmentOrdersOfOperatorFulfillmentOrder"];
            };
            path: {
                /** @description Id of the fulfillment order. */
                id: components["parameters"]["Id"];
            };
        };
        responses: {
            /** @description The fulfillment order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["OperatorFulfillmentOrder"];
                    };
                };
            };
        };
    };
    acknowledgeFulfillmentOrder: {
        parameters: {
            query?: {
                /** @description The only fields of `fulfillment-orders` to return, attributes and relationships. */
                "fields[fulfillment-orders]"?: components["parameters"]["FieldsFulfillmentOrdersOfOperatorFulfillmentOrder"];
            };
            path: {
                /** @description Id of the fulfillment order. */
                id: components["parameters"]["Id"];
            };
        };
        responses: {
            200: components["responses"]["OperatorFulfillmentOrderDocument"];
        };
    };
    scheduleFulfillmentOrder: {
        parameters: {
            query?: {
                /** @description The only fields of `fulfillment-orders` to return, attributes and relationships. */
                "fields[fulfillment-orders]"?: components["parameters"]["FieldsFulfillmentOrdersOfOperatorFulfillmentOrder"];
            };
            path: {
                /** @description Id of the fulfillment order. */
                id: components["parameters"]["Id"];
            };
        };
        responses: {
            200: components["responses"]["OperatorFulfillmentOrderDocument"];
        };
    };
    releaseFulfillmentOrder: {
        parameters: {
            query?: {
                /** @description The only fields of `fulfillment-orders` to return, attributes and relationships. */
                "fields[fulfillment-orders]"?: components["parameters"]["FieldsFulfillmentOrdersOfOperatorFulfillmentOrder"];
            };
            path: {
                /** @description Id of the fulfillment order. */
                id: components["parameters"]["Id"];
            };
        };
        responses: {
            200: components["responses"]["OperatorFulfillmentOrderDocument"];
        };
    };
    requestCancellationFulfillmentOrder: {
        parameters: {
            query?: {
                /** @description The only fields of `fulfillment-orders` to return, attributes and relationships. */
                "fields[fulfillment-orders]"?: components["parameters"]["FieldsFulfillmentOrdersOfOperatorFulfillmentOrder"];
            };
            path: {
                /** @description Id of the fulfillment order. */
                id: components["parameters"]["Id"];
            };
        };
        responses: {
            200: components["responses"]["OperatorFulfillmentOrderDocument"];
        };
    };
    cancelFulfillmentOrder: {
        parameters: {
            query?: {
                /** @description The only fields of `fulfillment-orders` to return, attributes and relationships. */
                "fields[fulfillment-orders]"?: components["parameters"]["FieldsFulfillmentOrdersOfOperatorFulfillmentOrder"];
            };
            path: {
                /** @description Id of the fulfillment order. */
                id: components["parameters"]["Id"];
            };
        };
        responses: {
            200: components["responses"]["OperatorFulfillmentOrderDocument"];
        };
    };
    shipFulfillmentOrder: {
        parameters: {
            query?: {
                /** @description The only fields of `fulfillment-orders` to return, attributes and relationships. */
                "fields[fulfillment-orders]"?: components["parameters"]["FieldsFulfillmentOrdersOfOperatorFulfillmentOrder"];
            };
            path: {
                /** @description Id of the fulfillment order. */
                id: components["parameters"]["Id"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description Who carries it. */
                    carrierName: string;
                    /** @description The carrier's number. */
                    trackingNumber: string;
                    /**
                     * Format: uri
                     * @description Where to follow it.
                     */
                    trackingLink?: string | null;
                };
            };
        };
        responses: {
            200: components["responses"]["OperatorFulfillmentOrderDocument"];
        };
    };
    listExternalOrdersAsOperator: {
        parameters: {
            query?: {
                /** @description The only fields of `external-orders` to return, attributes and relationships. */
                "fields[external-orders]"?: components["parameters"]["FieldsExternalOrdersOfOperatorExternalOrder"];
                /** @description Only those in this status. */
                "filter[status]"?: components["schemas"]["ExternalOrderStatus"];
                /** @description Only those of this brand. */
                "filter[brand]"?: components["parameters"]["FilterBrand"];
                /** @description Rows per page: 15 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfProductVariant"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfIntegrationOperation"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfIntegrationOperation"];
            };
        };
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["OperatorExternalOrder"][];
                        meta: components["schemas"]["PageMeta"];
                        links: components["schemas"]["PageLinks"];
                    };
                };
            };
        };
    };
    arriveExternalOrder: {
        parameters: {
            query?: {
                /** @description The only fields of `external-orders` to return, attributes and relationships. */
                "fields[external-orders]"?: components["parameters"]["FieldsExternalOrdersOfOperatorExternalOrder"];
            };
            path: {
                /** @description Id of the order, which is that of its master order. */
                id: components["parameters"]["IdOfExternalOrder"];
            };
        };
        responses: {
            200: components["responses"]["OperatorExternalOrderDocument"];
        };
    };
    cancelExternalOrder: {
        parameters: {
            query?: {
                /** @description The only fields of `external-orders` to return, attributes and relationships. */
                "fields[external-orders]"?: components["parameters"]["FieldsExternalOrdersOfOperatorExternalOrder"];
            };
            path: {
                /** @description Id of the order, which is that of its master order. */
                id: components["parameters"]["IdOfExternalOrder"];
            };
        };
        responses: {
            200: components["responses"]["OperatorExternalOrderDocument"];
        };
    };
    listOrderPayOrdersAsOperator: {
        parameters: {
            query?: {
                /** @description The only fields of `order-pay-orders` to return, attributes and relationships. */
                "fields[order-pay-orders]"?: components["parameters"]["FieldsOrderPayOrdersOfOperatorOrderPayOrder"];
                /** @description Only orders of this brand. */
                "filter[brand]"?: string;
                /** @description Only orders in this status. */
                "filter[status]"?: "created" | "brand_confirmed" | "payment_confirmed" | "waiting_shipping" | "shipped" | "received" | "invoiced" | "brand_paid" | "cancelled";
                /** @description Rows per page: 15 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfProductVariant"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfIntegrationOperation"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfIntegrationOperation"];
            };
        };
        responses: {
            /** @description One page, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["OperatorOrderPayOrder"][];
                        meta: components["schemas"]["PageMeta"];
                        links: components["schemas"]["PageLinks"];
                    };
                };
            };
        };
    };
    confirmPaymentOfOrderPayOrder: {
        parameters: {
            query?: {
                /** @description The only fields of `order-pay-orders` to return, attributes and relationships. */
                "fields[order-pay-orders]"?: components["parameters"]["FieldsOrderPayOrdersOfOperatorOrderPayOrder"];
            };
            path: {
                /** @description Id of the order. */
                order_pay_order: components["parameters"]["OrderPayOrderId"];
            };
        };
        responses: {
            200: components["responses"]["OperatorOrderPayOrderDocument"];
        };
    };
    failPaymentOfOrderPayOrder: {
        parameters: {
            query?: {
                /** @description The only fields of `order-pay-orders` to return, attributes and relationships. */
                "fields[order-pay-orders]"?: components["parameters"]["FieldsOrderPayOrdersOfOperatorOrderPayOrder"];
            };
            path: {
                /** @description Id of the order. */
                order_pay_order: components["parameters"]["OrderPayOrderId"];
            };
        };
        responses: {
            200: components["responses"]["OperatorOrderPayOrderDocument"];
        };
    };
    prepareShippingOfOrderPayOrder: {
        parameters: {
            query?: {
                /** @description The only fields of `order-pay-orders` to return, attributes and relationships. */
                "fields[order-pay-orders]"?: components["parameters"]["FieldsOrderPayOrdersOfOperatorOrderPayOrder"];
            };
            path: {
                /** @description Id of the order. */
                order_pay_order: components["parameters"]["OrderPayOrderId"];
            };
        };
        responses: {
            200: components["responses"]["OperatorOrderPayOrderDocument"];
        };
    };
    acknowledgeReceptionOfOrderPayOrder: {
        parameters: {
            query?: {
                /** @description The only fields of `order-pay-orders` to return, attributes and relationships. */
                "fields[order-pay-orders]"?: components["parameters"]["FieldsOrderPayOrdersOfOperatorOrderPayOrder"];
            };
            path: {
                /** @description Id of the order. */
                order_pay_order: components["parameters"]["OrderPayOrderId"];
            };
        };
        responses: {
            200: components["responses"]["OperatorOrderPayOrderDocument"];
        };
    };
    issueInvoiceOfOrderPayOrder: {
        parameters: {
            query?: {
                /** @description The only fields of `order-pay-orders` to return, attributes and relationships. */
                "fields[order-pay-orders]"?: components["parameters"]["FieldsOrderPayOrdersOfOperatorOrderPayOrder"];
            };
            path: {
                /** @description Id of the order. */
                order_pay_order: components["parameters"]["OrderPayOrderId"];
            };
        };
        responses: {
            200: components["responses"]["OperatorOrderPayOrderDocument"];
        };
    };
    payBrandOfOrderPayOrder: {
        parameters: {
            query?: {
                /** @description The only fields of `order-pay-orders` to return, attributes and relationships. */
                "fields[order-pay-orders]"?: components["parameters"]["FieldsOrderPayOrdersOfOperatorOrderPayOrder"];
            };
            path: {
                /** @description Id of the order. */
                order_pay_order: components["parameters"]["OrderPayOrderId"];
            };
        };
        responses: {
            200: components["responses"]["OperatorOrderPayOrderDocument"];
        };
    };
    shipOrderPayOrder: {
        parameters: {
            query?: {
                /** @description The only fields of `order-pay-orders` to return, attributes and relationships. */
                "fields[order-pay-orders]"?: components["parameters"]["FieldsOrderPayOrdersOfOperatorOrderPayOrder"];
            };
            path: {
                /** @description Id of the order. */
                order_pay_order: components["parameters"]["OrderPayOrderId"];
            };
        };
        requestBody?: {
            content: {
                "application/vnd.api+json": {
                    /** @description The number of the carrier. */
                    trackingNumber?: string | null;
                    /**
                     * Format: uri
                     * @description Where the parcel can be followed; only with a number.
                     */
                    trackingLink?: string | null;
                };
            };
        };
        responses: {
            200: components["responses"]["OperatorOrderPayOrderDocument"];
        };
    };
    reportTracking: {
        parameters: {
            path: {
                /** @description Code of the carrier. */
                carrier: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportTrackingBody"];
                "application/vnd.api+json": components["schemas"]["ReportTrackingBody"];
            };
        };
        responses: {
            /** @description What came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description `known`: it was told before. `ignored`: the labels of the parcel were reset. Neither needs to be told again.
                         * @enum {string}
                         */
                        outcome: "applied" | "known" | "ignored";
                    };
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description The only fields of `sessions` to return, attributes and relationships. */
                "fields[sessions]"?: components["parameters"]["FieldsSessions"];
            };
        };
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["Session"][];
                    };
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: {
                /** @description The only fields of `sessions` to return, attributes and relationships. */
                "fields[sessions]"?: components["parameters"]["FieldsSessions"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string}
                         */
                        type: "sessions";
                        /** @description The fields to set. */
                        attributes: {
                            /**
                             * Format: email
                             * @description Address of the user.
                             */
                            email: string;
                            /** @description Password of the user. */
                            password: string;
                        };
                    };
                };
            };
        };
        responses: {
            201: components["responses"]["SessionDocument"];
        };
    };
    verifySecondFactor: {
        parameters: {
            query?: {
                /** @description The only fields of `sessions` to return, attributes and relationships. */
                "fields[sessions]"?: components["parameters"]["FieldsSessions"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string|null}
                         */
                        type?: "sessions" | null;
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes: {
                            /** @description A code of the authenticator app, or a recovery code. */
                            code: string;
                        };
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["SessionDocumentInSessions"];
        };
    };
    confirmPassword: {
        parameters: {
            query?: {
                /** @description The only fields of `sessions` to return, attributes and relationships. */
                "fields[sessions]"?: components["parameters"]["FieldsSessions"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string|null}
                         */
                        type?: "sessions" | null;
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes: {
                            /** @description Password of the user. */
                            password: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["Session"];
                    };
                };
            };
        };
    };
    getCurrentSession: {
        parameters: {
            query?: {
                /** @description The only fields of `sessions` to return, attributes and relationships. */
                "fields[sessions]"?: components["parameters"]["FieldsSessions"];
            };
        };
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["Session"];
                    };
                };
            };
        };
    };
    signOut: {
        parameters: {
        };
        responses: {
            /** @description The session has ended; its cookie is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    endSession: {
        parameters: {
            path: {
                /** @description Id of the session. */
                session: string;
            };
        };
        responses: {
            /** @description The session has ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getCurrentUser: {
        parameters: {
            query?: {
                /** @description The only fields of `users` to return, attributes and relationships. */
                "fields[users]"?: components["parameters"]["FieldsUsers"];
            };
        };
        responses: {
            200: components["responses"]["AccountUserDocumentInUsers"];
        };
    };
    renameCurrentUser: {
        parameters: {
            query?: {
                /** @description The only fields of `users` to return, attributes and relationships. */
                "fields[users]"?: components["parameters"]["FieldsUsers"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string|null}
                         */
                        type?: "users" | "user" | null;
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes: {
                            /** @description First name of the user. */
                            firstName: string;
                            /** @description Last name of the user. */
                            lastName: string;
                        };
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["AccountUserDocument2"];
        };
    };
    changePassword: {
        parameters: {
            query?: {
                /** @description The only fields of `sessions` to return, attributes and relationships. */
                "fields[sessions]"?: components["parameters"]["FieldsSessions"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string|null}
                         */
                        type?: "users" | "user" | null;
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes: {
                            /** @description The password until now. */
                            currentPassword: string;
                            /** @description The new password: at least 12 characters, and none of those that are guessed first. */
                            newPassword: string;
                        };
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["SessionDocumentInSessions"];
        };
    };
    getSecondFactor: {
        parameters: {
            query?: {
                /** @description The only fields of `second-factors` to return, attributes and relationships. */
                "fields[second-factors]"?: components["parameters"]["FieldsSecondFactors"];
            };
        };
        responses: {
            /** @description The second factor. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["SecondFactor"];
                    };
                };
            };
        };
    };
    beginSecondFactor: {
        parameters: {
            query?: {
                /** @description The only fields of `second-factors` to return, attributes and relationships. */
                "fields[second-factors]"?: components["parameters"]["FieldsSecondFactors"];
            };
        };
        responses: {
            /** @description The second factor, with its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["SecondFactor"];
                    };
                };
            };
        };
    };
    removeSecondFactor: {
        parameters: {
        };
        responses: {
            /** @description There is no second factor any more. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    confirmSecondFactor: {
        parameters: {
            query?: {
                /** @description The only fields of `second-factors` to return, attributes and relationships. */
                "fields[second-factors]"?: components["parameters"]["FieldsSecondFactors"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string}
                         */
                        type: "second-factors";
                        /** @description The fields to set. */
                        attributes: {
                            /** @description A code of the authenticator app. */
                            code: string;
                        };
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["SecondFactorDocument"];
        };
    };
    renewRecoveryCodes: {
        parameters: {
            query?: {
                /** @description The only fields of `second-factors` to return, attributes and relationships. */
                "fields[second-factors]"?: components["parameters"]["FieldsSecondFactors"];
            };
        };
        responses: {
            200: components["responses"]["SecondFactorDocument"];
        };
    };
    readInvitation: {
        parameters: {
            query?: {
                /** @description The only fields of `invitations` to return, attributes and relationships. */
                "fields[invitations]"?: ("email" | "firstName" | "lastName" | "accountName" | "role" | "expiresAt")[];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string}
                         */
                        type: "invitations";
                        /** @description The fields to set. */
                        attributes: {
                            /** @description The last part of the link in the mail. */
                            token: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The invitation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["Invitation"];
                    };
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: {
                /** @description The only fields of `sessions` to return, attributes and relationships. */
                "fields[sessions]"?: components["parameters"]["FieldsSessions"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string}
                         */
                        type: "invitations";
                        /** @description The fields to set. */
                        attributes: {
                            /** @description The last part of the link in the mail. */
                            token: string;
                            /** @description The new password: at least 12 characters, and none of those that are guessed first. */
                            password: string;
                        };
                    };
                };
            };
        };
        responses: {
            201: components["responses"]["SessionDocument"];
        };
    };
    requestPasswordReset: {
        parameters: {
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string}
                         */
                        type: "password-resets";
                        /** @description The fields to set. */
                        attributes: {
                            /**
                             * Format: email
                             * @description Address of the user, which nobody else has.
                             */
                            email: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description A mail is sent if the address belongs to a user. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                    };
                };
            };
        };
    };
    readPasswordReset: {
        parameters: {
            query?: {
                /** @description The only fields of `password-resets` to return, attributes and relationships. */
                "fields[password-resets]"?: ("email" | "expiresAt")[];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string}
                         */
                        type: "password-resets";
                        /** @description The fields to set. */
                        attributes: {
                            /** @description The last part of the link in the mail. */
                            token: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The password reset. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["PasswordReset"];
                    };
                };
            };
        };
    };
    completePasswordReset: {
        parameters: {
            query?: {
                /** @description The only fields of `sessions` to return, attributes and relationships. */
                "fields[sessions]"?: components["parameters"]["FieldsSessions"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string}
                         */
                        type: "password-resets";
                        /** @description The fields to set. */
                        attributes: {
                            /** @description The last part of the link in the mail. */
                            token: string;
                            /** @description The new password: at least 12 characters, and none of those that are guessed first. */
                            password: string;
                        };
                    };
                };
            };
        };
        responses: {
            201: components["responses"]["SessionDocument"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description The only fields of `users` to return, attributes and relationships. */
                "fields[users]"?: components["parameters"]["FieldsUsers"];
            };
        };
        responses: {
            /** @description Oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        /** @description The resources, in the order of the list. */
                        data: components["schemas"]["AccountUser"][];
                    };
                };
            };
        };
    };
    inviteUser: {
        parameters: {
            query?: {
                /** @description The only fields of `users` to return, attributes and relationships. */
                "fields[users]"?: components["parameters"]["FieldsUsers"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string}
                         */
                        type: "users" | "user";
                        /** @description The fields to set. */
                        attributes: {
                            /**
                             * Format: email
                             * @description Address of the user, which nobody else has.
                             */
                            email: string;
                            /** @description First name of the user. */
                            firstName: string;
                            /** @description Last name of the user. */
                            lastName: string;
                            /**
                             * @description `owner` or `staff` for users of brands and retailers, `operator` for those of the operator.
                             * @enum {string}
                             */
                            role: "owner" | "staff" | "operator";
                        };
                    };
                };
            };
        };
        responses: {
            201: components["responses"]["AccountUserDocument"];
        };
    };
    getUser: {
        parameters: {
            query?: {
                /** @description The only fields of `users` to return, attributes and relationships. */
                "fields[users]"?: components["parameters"]["FieldsUsers"];
            };
            path: {
                /** @description Id of the user. */
                user: components["parameters"]["UserId"];
            };
        };
        responses: {
            200: components["responses"]["AccountUserDocumentInUsers"];
        };
    };
    removeUser: {
        parameters: {
            path: {
                /** @description Id of the user. */
                user: components["parameters"]["UserId"];
            };
        };
        responses: {
            /** @description The user is removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listAuditOfAccount: {
        parameters: {
            query?: {
                /** @description The only fields of `audit-entries` to return, attributes and relationships. */
                "fields[audit-entries]"?: components["parameters"]["FieldsAuditEntries"];
                /** @description Only what was done to these applications. */
                "filter[applicationId][]"?: components["parameters"]["FilterApplicationId"];
                /** @description Only what was done to these users. */
                "filter[userId][]"?: components["parameters"]["FilterUserId"];
                /** @description Rows per page: 15 when absent, at most 100. */
                "page[limit]"?: components["parameters"]["PageLimitOfProductVariant"];
                /** @description The page after this cursor, as in `links.next`. Not together with `page[before]`. */
                "page[after]"?: components["parameters"]["PageAfterOfIntegrationOperation"];
                /** @description The page before this cursor, as in `links.prev`. Not together with `page[after]`. */
                "page[before]"?: components["parameters"]["PageBeforeOfIntegrationOperation"];
            };
        };
        responses: {
            200: components["responses"]["AuditEntryPage"];
        };
    };
    changeUserRole: {
        parameters: {
            query?: {
                /** @description The only fields of `users` to return, attributes and relationships. */
                "fields[users]"?: components["parameters"]["FieldsUsers"];
            };
            path: {
                /** @description Id of the user. */
                user: components["parameters"]["UserId"];
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description The resource of the request. */
                    data: {
                        /**
                         * @description The kind of resource; every spelling listed means the same.
                         * @enum {string|null}
                         */
                        type?: "users" | "user" | null;
                        /**
                         * Format: uuid
                         * @description Its id.
                         */
                        id?: string | null;
                        /** @description The fields to set. */
                        attributes: {
                            /**
                             * @description `owner` or `staff` for users of brands and retailers, `operator` for those of the operator.
                             * @enum {string}
                             */
                            role: "owner" | "staff" | "operator";
                        };
                    };
                };
            };
        };
        responses: {
            200: components["responses"]["AccountUserDocument2"];
        };
    };
    suspendUser: {
        parameters: {
            query?: {
                /** @description The only fields of `users` to return, attributes and relationships. */
                "fields[users]"?: components["parameters"]["FieldsUsers"];
            };
            path: {
                /** @description Id of the user. */
                user: components["parameters"]["UserId"];
            };
        };
        responses: {
            200: components["responses"]["AccountUserDocument2"];
        };
    };
    resumeUser: {
        parameters: {
            query?: {
                /** @description The only fields of `users` to return, attributes and relationships. */
                "fields[users]"?: components["parameters"]["FieldsUsers"];
            };
            path: {
                /** @description Id of the user. */
                user: components["parameters"]["UserId"];
            };
        };
        responses: {
            200: components["responses"]["AccountUserDocument2"];
        };
    };
    inviteUserAgain: {
        parameters: {
            query?: {
                /** @description The only fields of `users` to return, attributes and relationships. */
                "fields[users]"?: components["parameters"]["FieldsUsers"];
            };
            path: {
                /** @description Id of the user. */
                user: components["parameters"]["UserId"];
            };
        };
        responses: {
            200: components["responses"]["AccountUserDocument2"];
        };
    };
    getActivity: {
        parameters: {
            query?: {
                /** @description The only fields of `activities` to return, attributes and relationships. */
                "fields[activities]"?: ("now" | "versions" | "failures")[];
            };
        };
        responses: {
            /** @description The versions and failures of your account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.api+json": {
                        jsonapi: components["schemas"]["JsonApi"];
                        data: components["schemas"]["Activity"];
                    };
                };
            };
        };
    };
    onOrderBrandCreated: {
        parameters: {
            header: {
                /** @description HMAC with SHA-256 of the body, in hexadecimal; the key is the signing secret. */
                signature: string;
                /** @description The same as `signature`. */
                "X-Marketplace-Hmac-SHA256": string;
                /** @description Id of the event. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks wants it: one signature for each secret that is good, the key decoded from base64. */
                "webhook-signature": string;
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description About the event. */
                    meta: {
                        /** @description What happened. */
                        event: {
                            /**
                             * Format: uuid
                             * @description Id of the event: the same on every attempt. What came twice has it twice.
                             */
                            id: string;
                            /**
                             * Format: uuid
                             * @description The application that subscribed.
                             */
                            applicationId: string;
                            /**
                             * @description Name of the event.
                             * @constant
                             */
                            type: "order.brand_created";
                            /** @description When it happened, in seconds since the epoch. */
                            timestamp: number;
                            /**
                             * @description There for an event that was sent to try the receiver.
                             * @constant
                             */
                            test?: true;
                        };
                    };
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["OrderInWebhooks"];
                    /** @description The resources that `data` leads to, each once, as they were with it. */
                    included: (components["schemas"]["Retailer"] | components["schemas"]["OrderItem"] | components["schemas"]["BillingItem"])[];
                };
            };
        };
        responses: {
            /** @description Any success: the event is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderBrandAccepted: {
        parameters: {
            header: {
                /** @description HMAC with SHA-256 of the body, in hexadecimal; the key is the signing secret. */
                signature: string;
                /** @description The same as `signature`. */
                "X-Marketplace-Hmac-SHA256": string;
                /** @description Id of the event. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks wants it: one signature for each secret that is good, the key decoded from base64. */
                "webhook-signature": string;
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description About the event. */
                    meta: {
                        /** @description What happened. */
                        event: {
                            /**
                             * Format: uuid
                             * @description Id of the event: the same on every attempt. What came twice has it twice.
                             */
                            id: string;
                            /**
                             * Format: uuid
                             * @description The application that subscribed.
                             */
                            applicationId: string;
                            /**
                             * @description Name of the event.
                             * @constant
                             */
                            type: "order.brand_accepted";
                            /** @description When it happened, in seconds since the epoch. */
                            timestamp: number;
                            /**
                             * @description There for an event that was sent to try the receiver.
                             * @constant
                             */
                            test?: true;
                        };
                    };
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["OrderInWebhooks"];
                    /** @description The resources that `data` leads to, each once, as they were with it. */
                    included: (components["schemas"]["Retailer"] | components["schemas"]["OrderItem"] | components["schemas"]["BillingItem"])[];
                };
            };
        };
        responses: {
            /** @description Any success: the event is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderBrandConfirmed: {
        parameters: {
            header: {
                /** @description HMAC with SHA-256 of the body, in hexadecimal; the key is the signing secret. */
                signature: string;
                /** @description The same as `signature`. */
                "X-Marketplace-Hmac-SHA256": string;
                /** @description Id of the event. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks wants it: one signature for each secret that is good, the key decoded from base64. */
                "webhook-signature": string;
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description About the event. */
                    meta: {
                        /** @description What happened. */
                        event: {
                            /**
                             * Format: uuid
                             * @description Id of the event: the same on every attempt. What came twice has it twice.
                             */
                            id: string;
                            /**
                             * Format: uuid
                             * @description The application that subscribed.
                             */
                            applicationId: string;
                            /**
                             * @description Name of the event.
                             * @constant
                             */
                            type: "order.brand_confirmed";
                            /** @description When it happened, in seconds since the epoch. */
                            timestamp: number;
                            /**
                             * @description There for an event that was sent to try the receiver.
                             * @constant
                             */
                            test?: true;
                        };
                    };
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["OrderInWebhooks"];
                    /** @description The resources that `data` leads to, each once, as they were with it. */
                    included: (components["schemas"]["Retailer"] | components["schemas"]["OrderItem"] | components["schemas"]["BillingItem"])[];
                };
            };
        };
        responses: {
            /** @description Any success: the event is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderBrandRejected: {
        parameters: {
            header: {
                /** @description HMAC with SHA-256 of the body, in hexadecimal; the key is the signing secret. */
                signature: string;
                /** @description The same as `signature`. */
                "X-Marketplace-Hmac-SHA256": string;
                /** @description Id of the event. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks wants it: one signature for each secret that is good, the key decoded from base64. */
                "webhook-signature": string;
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description About the event. */
                    meta: {
                        /** @description What happened. */
                        event: {
                            /**
                             * Format: uuid
                             * @description Id of the event: the same on every attempt. What came twice has it twice.
                             */
                            id: string;
                            /**
                             * Format: uuid
                             * @description The application that subscribed.
                             */
                            applicationId: string;
                            /**
                             * @description Name of the event.
                             * @constant
                             */
                            type: "order.brand_rejected";
                            /** @description When it happened, in seconds since the epoch. */
                            timestamp: number;
                            /**
                             * @description There for an event that was sent to try the receiver.
                             * @constant
                             */
                            test?: true;
                        };
                    };
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["OrderInWebhooks"];
                    /** @description The resources that `data` leads to, each once, as they were with it. */
                    included: (components["schemas"]["Retailer"] | components["schemas"]["OrderItem"] | components["schemas"]["BillingItem"])[];
                };
            };
        };
        responses: {
            /** @description Any success: the event is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderBillingAddressUpdated: {
        parameters: {
            header: {
                /** @description HMAC with SHA-256 of the body, in hexadecimal; the key is the signing secret. */
                signature: string;
                /** @description The same as `signature`. */
                "X-Marketplace-Hmac-SHA256": string;
                /** @description Id of the event. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks wants it: one signature for each secret that is good, the key decoded from base64. */
                "webhook-signature": string;
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description About the event. */
                    meta: {
                        /** @description What happened. */
                        event: {
                            /**
                             * Format: uuid
                             * @description Id of the event: the same on every attempt. What came twice has it twice.
                             */
                            id: string;
                            /**
                             * Format: uuid
                             * @description The application that subscribed.
                             */
                            applicationId: string;
                            /**
                             * @description Name of the event.
                             * @constant
                             */
                            type: "order.billing_address_updated";
                            /** @description When it happened, in seconds since the epoch. */
                            timestamp: number;
                            /**
                             * @description There for an event that was sent to try the receiver.
                             * @constant
                             */
                            test?: true;
                        };
                    };
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["OrderInWebhooks"];
                    /** @description The resources that `data` leads to, each once, as they were with it. */
                    included: (components["schemas"]["Retailer"] | components["schemas"]["OrderItem"] | components["schemas"]["BillingItem"])[];
                };
            };
        };
        responses: {
            /** @description Any success: the event is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderShippingAddressUpdated: {
        parameters: {
            header: {
                /** @description HMAC with SHA-256 of the body, in hexadecimal; the key is the signing secret. */
                signature: string;
                /** @description The same as `signature`. */
                "X-Marketplace-Hmac-SHA256": string;
                /** @description Id of the event. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks wants it: one signature for each secret that is good, the key decoded from base64. */
                "webhook-signature": string;
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description About the event. */
                    meta: {
                        /** @description What happened. */
                        event: {
                            /**
                             * Format: uuid
                             * @description Id of the event: the same on every attempt. What came twice has it twice.
                             */
                            id: string;
                            /**
                             * Format: uuid
                             * @description The application that subscribed.
                             */
                            applicationId: string;
                            /**
                             * @description Name of the event.
                             * @constant
                             */
                            type: "order.shipping_address_updated";
                            /** @description When it happened, in seconds since the epoch. */
                            timestamp: number;
                            /**
                             * @description There for an event that was sent to try the receiver.
                             * @constant
                             */
                            test?: true;
                        };
                    };
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["OrderInWebhooks"];
                    /** @description The resources that `data` leads to, each once, as they were with it. */
                    included: (components["schemas"]["Retailer"] | components["schemas"]["OrderItem"] | components["schemas"]["BillingItem"])[];
                };
            };
        };
        responses: {
            /** @description Any success: the event is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderShippingLabelsGenerated: {
        parameters: {
            header: {
                /** @description HMAC with SHA-256 of the body, in hexadecimal; the key is the signing secret. */
                signature: string;
                /** @description The same as `signature`. */
                "X-Marketplace-Hmac-SHA256": string;
                /** @description Id of the event. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks wants it: one signature for each secret that is good, the key decoded from base64. */
                "webhook-signature": string;
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description About the event. */
                    meta: {
                        /** @description What happened. */
                        event: {
                            /**
                             * Format: uuid
                             * @description Id of the event: the same on every attempt. What came twice has it twice.
                             */
                            id: string;
                            /**
                             * Format: uuid
                             * @description The application that subscribed.
                             */
                            applicationId: string;
                            /**
                             * @description Name of the event.
                             * @constant
                             */
                            type: "order.shipping_labels_generated";
                            /** @description When it happened, in seconds since the epoch. */
                            timestamp: number;
                            /**
                             * @description There for an event that was sent to try the receiver.
                             * @constant
                             */
                            test?: true;
                        };
                    };
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["OrderInWebhooks"];
                    /** @description The resources that `data` leads to, each once, as they were with it. */
                    included: (components["schemas"]["Retailer"] | components["schemas"]["OrderItem"] | components["schemas"]["BillingItem"])[];
                };
            };
        };
        responses: {
            /** @description Any success: the event is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderShipped: {
        parameters: {
            header: {
                /** @description HMAC with SHA-256 of the body, in hexadecimal; the key is the signing secret. */
                signature: string;
                /** @description The same as `signature`. */
                "X-Marketplace-Hmac-SHA256": string;
                /** @description Id of the event. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks wants it: one signature for each secret that is good, the key decoded from base64. */
                "webhook-signature": string;
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description About the event. */
                    meta: {
                        /** @description What happened. */
                        event: {
                            /**
                             * Format: uuid
                             * @description Id of the event: the same on every attempt. What came twice has it twice.
                             */
                            id: string;
                            /**
                             * Format: uuid
                             * @description The application that subscribed.
                             */
                            applicationId: string;
                            /**
                             * @description Name of the event.
                             * @constant
                             */
                            type: "order.shipped";
                            /** @description When it happened, in seconds since the epoch. */
                            timestamp: number;
                            /**
                             * @description There for an event that was sent to try the receiver.
                             * @constant
                             */
                            test?: true;
                        };
                    };
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["OrderInWebhooks"];
                    /** @description The resources that `data` leads to, each once, as they were with it. */
                    included: (components["schemas"]["Retailer"] | components["schemas"]["OrderItem"] | components["schemas"]["BillingItem"])[];
                };
            };
        };
        responses: {
            /** @description Any success: the event is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderShipmentReceived: {
        parameters: {
            header: {
                /** @description HMAC with SHA-256 of the body, in hexadecimal; the key is the signing secret. */
                signature: string;
                /** @description The same as `signature`. */
                "X-Marketplace-Hmac-SHA256": string;
                /** @description Id of the event. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks wants it: one signature for each secret that is good, the key decoded from base64. */
                "webhook-signature": string;
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description About the event. */
                    meta: {
                        /** @description What happened. */
                        event: {
                            /**
                             * Format: uuid
                             * @description Id of the event: the same on every attempt. What came twice has it twice.
                             */
                            id: string;
                            /**
                             * Format: uuid
                             * @description The application that subscribed.
                             */
                            applicationId: string;
                            /**
                             * @description Name of the event.
                             * @constant
                             */
                            type: "order.shipment_received";
                            /** @description When it happened, in seconds since the epoch. */
                            timestamp: number;
                            /**
                             * @description There for an event that was sent to try the receiver.
                             * @constant
                             */
                            test?: true;
                        };
                    };
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["OrderInWebhooks"];
                    /** @description The resources that `data` leads to, each once, as they were with it. */
                    included: (components["schemas"]["Retailer"] | components["schemas"]["OrderItem"] | components["schemas"]["BillingItem"])[];
                };
            };
        };
        responses: {
            /** @description Any success: the event is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderReceived: {
        parameters: {
            header: {
                /** @description HMAC with SHA-256 of the body, in hexadecimal; the key is the signing secret. */
                signature: string;
                /** @description The same as `signature`. */
                "X-Marketplace-Hmac-SHA256": string;
                /** @description Id of the event. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks wants it: one signature for each secret that is good, the key decoded from base64. */
                "webhook-signature": string;
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description About the event. */
                    meta: {
                        /** @description What happened. */
                        event: {
                            /**
                             * Format: uuid
                             * @description Id of the event: the same on every attempt. What came twice has it twice.
                             */
                            id: string;
                            /**
                             * Format: uuid
                             * @description The application that subscribed.
                             */
                            applicationId: string;
                            /**
                             * @description Name of the event.
                             * @constant
                             */
                            type: "order.received";
                            /** @description When it happened, in seconds since the epoch. */
                            timestamp: number;
                            /**
                             * @description There for an event that was sent to try the receiver.
                             * @constant
                             */
                            test?: true;
                        };
                    };
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["OrderInWebhooks"];
                    /** @description The resources that `data` leads to, each once, as they were with it. */
                    included: (components["schemas"]["Retailer"] | components["schemas"]["OrderItem"] | components["schemas"]["BillingItem"])[];
                };
            };
        };
        responses: {
            /** @description Any success: the event is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderShipmentRefused: {
        parameters: {
            header: {
                /** @description HMAC with SHA-256 of the body, in hexadecimal; the key is the signing secret. */
                signature: string;
                /** @description The same as `signature`. */
                "X-Marketplace-Hmac-SHA256": string;
                /** @description Id of the event. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks wants it: one signature for each secret that is good, the key decoded from base64. */
                "webhook-signature": string;
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description About the event. */
                    meta: {
                        /** @description What happened. */
                        event: {
                            /**
                             * Format: uuid
                             * @description Id of the event: the same on every attempt. What came twice has it twice.
                             */
                            id: string;
                            /**
                             * Format: uuid
                             * @description The application that subscribed.
                             */
                            applicationId: string;
                            /**
                             * @description Name of the event.
                             * @constant
                             */
                            type: "order.shipment_refused";
                            /** @description When it happened, in seconds since the epoch. */
                            timestamp: number;
                            /**
                             * @description There for an event that was sent to try the receiver.
                             * @constant
                             */
                            test?: true;
                        };
                    };
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["OrderInWebhooks"];
                    /** @description The resources that `data` leads to, each once, as they were with it. */
                    included: (components["schemas"]["Retailer"] | components["schemas"]["OrderItem"] | components["schemas"]["BillingItem"])[];
                };
            };
        };
        responses: {
            /** @description Any success: the event is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderBrandPaid: {
        parameters: {
            header: {
                /** @description HMAC with SHA-256 of the body, in hexadecimal; the key is the signing secret. */
                signature: string;
                /** @description The same as `signature`. */
                "X-Marketplace-Hmac-SHA256": string;
                /** @description Id of the event. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks wants it: one signature for each secret that is good, the key decoded from base64. */
                "webhook-signature": string;
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description About the event. */
                    meta: {
                        /** @description What happened. */
                        event: {
                            /**
                             * Format: uuid
                             * @description Id of the event: the same on every attempt. What came twice has it twice.
                             */
                            id: string;
                            /**
                             * Format: uuid
                             * @description The application that subscribed.
                             */
                            applicationId: string;
                            /**
                             * @description Name of the event.
                             * @constant
                             */
                            type: "order.brand_paid";
                            /** @description When it happened, in seconds since the epoch. */
                            timestamp: number;
                            /**
                             * @description There for an event that was sent to try the receiver.
                             * @constant
                             */
                            test?: true;
                        };
                    };
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["OrderInWebhooks"];
                    /** @description The resources that `data` leads to, each once, as they were with it. */
                    included: (components["schemas"]["Retailer"] | components["schemas"]["OrderItem"] | components["schemas"]["BillingItem"])[];
                };
            };
        };
        responses: {
            /** @description Any success: the event is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderCancelled: {
        parameters: {
            header: {
                /** @description HMAC with SHA-256 of the body, in hexadecimal; the key is the signing secret. */
                signature: string;
                /** @description The same as `signature`. */
                "X-Marketplace-Hmac-SHA256": string;
                /** @description Id of the event. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks wants it: one signature for each secret that is good, the key decoded from base64. */
                "webhook-signature": string;
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description About the event. */
                    meta: {
                        /** @description What happened. */
                        event: {
                            /**
                             * Format: uuid
                             * @description Id of the event: the same on every attempt. What came twice has it twice.
                             */
                            id: string;
                            /**
                             * Format: uuid
                             * @description The application that subscribed.
                             */
                            applicationId: string;
                            /**
                             * @description Name of the event.
                             * @constant
                             */
                            type: "order.cancelled";
                            /** @description When it happened, in seconds since the epoch. */
                            timestamp: number;
                            /**
                             * @description There for an event that was sent to try the receiver.
                             * @constant
                             */
                            test?: true;
                        };
                    };
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["OrderInWebhooks"];
                    /** @description The resources that `data` leads to, each once, as they were with it. */
                    included: (components["schemas"]["Retailer"] | components["schemas"]["OrderItem"] | components["schemas"]["BillingItem"])[];
                };
            };
        };
        responses: {
            /** @description Any success: the event is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderBrandAcceptedReverted: {
        parameters: {
            header: {
                /** @description HMAC with SHA-256 of the body, in hexadecimal; the key is the signing secret. */
                signature: string;
                /** @description The same as `signature`. */
                "X-Marketplace-Hmac-SHA256": string;
                /** @description Id of the event. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks wants it: one signature for each secret that is good, the key decoded from base64. */
                "webhook-signature": string;
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description About the event. */
                    meta: {
                        /** @description What happened. */
                        event: {
                            /**
                             * Format: uuid
                             * @description Id of the event: the same on every attempt. What came twice has it twice.
                             */
                            id: string;
                            /**
                             * Format: uuid
                             * @description The application that subscribed.
                             */
                            applicationId: string;
                            /**
                             * @description Name of the event.
                             * @constant
                             */
                            type: "order.brand_accepted_reverted";
                            /** @description When it happened, in seconds since the epoch. */
                            timestamp: number;
                            /**
                             * @description There for an event that was sent to try the receiver.
                             * @constant
                             */
                            test?: true;
                        };
                    };
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["OrderInWebhooks"];
                    /** @description The resources that `data` leads to, each once, as they were with it. */
                    included: (components["schemas"]["Retailer"] | components["schemas"]["OrderItem"] | components["schemas"]["BillingItem"])[];
                };
            };
        };
        responses: {
            /** @description Any success: the event is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderShippingLabelsGeneratedReverted: {
        parameters: {
            header: {
                /** @description HMAC with SHA-256 of the body, in hexadecimal; the key is the signing secret. */
                signature: string;
                /** @description The same as `signature`. */
                "X-Marketplace-Hmac-SHA256": string;
                /** @description Id of the event. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks wants it: one signature for each secret that is good, the key decoded from base64. */
                "webhook-signature": string;
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description About the event. */
                    meta: {
                        /** @description What happened. */
                        event: {
                            /**
                             * Format: uuid
                             * @description Id of the event: the same on every attempt. What came twice has it twice.
                             */
                            id: string;
                            /**
                             * Format: uuid
                             * @description The application that subscribed.
                             */
                            applicationId: string;
                            /**
                             * @description Name of the event.
                             * @constant
                             */
                            type: "order.shipping_labels_generated_reverted";
                            /** @description When it happened, in seconds since the epoch. */
                            timestamp: number;
                            /**
                             * @description There for an event that was sent to try the receiver.
                             * @constant
                             */
                            test?: true;
                        };
                    };
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["OrderInWebhooks"];
                    /** @description The resources that `data` leads to, each once, as they were with it. */
                    included: (components["schemas"]["Retailer"] | components["schemas"]["OrderItem"] | components["schemas"]["BillingItem"])[];
                };
            };
        };
        responses: {
            /** @description Any success: the event is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onExternalOrderCreated: {
        parameters: {
            header: {
                /** @description HMAC with SHA-256 of the body, in hexadecimal; the key is the signing secret. */
                signature: string;
                /** @description The same as `signature`. */
                "X-Marketplace-Hmac-SHA256": string;
                /** @description Id of the event. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks wants it: one signature for each secret that is good, the key decoded from base64. */
                "webhook-signature": string;
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description About the event. */
                    meta: {
                        /** @description What happened. */
                        event: {
                            /**
                             * Format: uuid
                             * @description Id of the event: the same on every attempt. What came twice has it twice.
                             */
                            id: string;
                            /**
                             * Format: uuid
                             * @description The application that subscribed.
                             */
                            applicationId: string;
                            /**
                             * @description Name of the event.
                             * @constant
                             */
                            type: "external_order.created";
                            /** @description When it happened, in seconds since the epoch. */
                            timestamp: number;
                            /**
                             * @description There for an event that was sent to try the receiver.
                             * @constant
                             */
                            test?: true;
                        };
                    };
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["MasterOrderInWebhooks"];
                };
            };
        };
        responses: {
            /** @description Any success: the event is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onExternalOrderAwaitingFulfillment: {
        parameters: {
            header: {
                /** @description HMAC with SHA-256 of the body, in hexadecimal; the key is the signing secret. */
                signature: string;
                /** @description The same as `signature`. */
                "X-Marketplace-Hmac-SHA256": string;
                /** @description Id of the event. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks wants it: one signature for each secret that is good, the key decoded from base64. */
                "webhook-signature": string;
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description About the event. */
                    meta: {
                        /** @description What happened. */
                        event: {
                            /**
                             * Format: uuid
                             * @description Id of the event: the same on every attempt. What came twice has it twice.
                             */
                            id: string;
                            /**
                             * Format: uuid
                             * @description The application that subscribed.
                             */
                            applicationId: string;
                            /**
                             * @description Name of the event.
                             * @constant
                             */
                            type: "external_order.awaiting_fulfillment";
                            /** @description When it happened, in seconds since the epoch. */
                            timestamp: number;
                            /**
                             * @description There for an event that was sent to try the receiver.
                             * @constant
                             */
                            test?: true;
                        };
                    };
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["MasterOrderInWebhooks"];
                };
            };
        };
        responses: {
            /** @description Any success: the event is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onExternalOrderCancelled: {
        parameters: {
            header: {
                /** @description HMAC with SHA-256 of the body, in hexadecimal; the key is the signing secret. */
                signature: string;
                /** @description The same as `signature`. */
                "X-Marketplace-Hmac-SHA256": string;
                /** @description Id of the event. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks wants it: one signature for each secret that is good, the key decoded from base64. */
                "webhook-signature": string;
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description About the event. */
                    meta: {
                        /** @description What happened. */
                        event: {
                            /**
                             * Format: uuid
                             * @description Id of the event: the same on every attempt. What came twice has it twice.
                             */
                            id: string;
                            /**
                             * Format: uuid
                             * @description The application that subscribed.
                             */
                            applicationId: string;
                            /**
                             * @description Name of the event.
                             * @constant
                             */
                            type: "external_order.cancelled";
                            /** @description When it happened, in seconds since the epoch. */
                            timestamp: number;
                            /**
                             * @description There for an event that was sent to try the receiver.
                             * @constant
                             */
                            test?: true;
                        };
                    };
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["MasterOrderInWebhooks"];
                };
            };
        };
        responses: {
            /** @description Any success: the event is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onExternalOrderShipped: {
        parameters: {
            header: {
                /** @description HMAC with SHA-256 of the body, in hexadecimal; the key is the signing secret. */
                signature: string;
                /** @description The same as `signature`. */
                "X-Marketplace-Hmac-SHA256": string;
                /** @description Id of the event. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks wants it: one signature for each secret that is good, the key decoded from base64. */
                "webhook-signature": string;
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description About the event. */
                    meta: {
                        /** @description What happened. */
                        event: {
                            /**
                             * Format: uuid
                             * @description Id of the event: the same on every attempt. What came twice has it twice.
                             */
                            id: string;
                            /**
                             * Format: uuid
                             * @description The application that subscribed.
                             */
                            applicationId: string;
                            /**
                             * @description Name of the event.
                             * @constant
                             */
                            type: "external_order.shipped";
                            /** @description When it happened, in seconds since the epoch. */
                            timestamp: number;
                            /**
                             * @description There for an event that was sent to try the receiver.
                             * @constant
                             */
                            test?: true;
                        };
                    };
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["MasterOrderInWebhooks"];
                };
            };
        };
        responses: {
            /** @description Any success: the event is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onExternalOrderArrived: {
        parameters: {
            header: {
                /** @description HMAC with SHA-256 of the body, in hexadecimal; the key is the signing secret. */
                signature: string;
                /** @description The same as `signature`. */
                "X-Marketplace-Hmac-SHA256": string;
                /** @description Id of the event. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since the epoch. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks wants it: one signature for each secret that is good, the key decoded from base64. */
                "webhook-signature": string;
            };
        };
        requestBody: {
            content: {
                "application/vnd.api+json": {
                    /** @description About the event. */
                    meta: {
                        /** @description What happened. */
                        event: {
                            /**
                             * Format: uuid
                             * @description Id of the event: the same on every attempt. What came twice has it twice.
                             */
                            id: string;
                            /**
                             * Format: uuid
                             * @description The application that subscribed.
                             */
                            applicationId: string;
                            /**
                             * @description Name of the event.
                             * @constant
                             */
                            type: "external_order.arrived";
                            /** @description When it happened, in seconds since the epoch. */
                            timestamp: number;
                            /**
                             * @description There for an event that was sent to try the receiver.
                             * @constant
                             */
                            test?: true;
                        };
                    };
                    jsonapi: components["schemas"]["JsonApi"];
                    data: components["schemas"]["MasterOrderInWebhooks"];
                };
            };
        };
        responses: {
            /** @description Any success: the event is not sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
