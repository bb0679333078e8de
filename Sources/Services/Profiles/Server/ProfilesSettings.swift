internal import Cryptography
internal import Foundation
internal import ProfilesAPI
internal import ServiceKit

/// The settings of this service.
enum ProfilesSettings {
    /// The plan of all households; without it they have the one that they were founded with, premium.
    static let plan = Setting<Plan>(
        "plan", help: "the plan of households that have bought none", allowed: "premium or free",
        parse: { [Plan.premium, .free].contains(Plan(rawValue: $0)) ? Plan(rawValue: $0) : nil })

    /// The certificates that the store's signatures lead to.
    static let storeRootFile = Setting<String>(
        "store-root-file", help: "a file with the store's root certificates in PEM",
        allowed:
            "the path of a file with 1 to \(CertificateTrust.maximumRoots) certificates in PEM and nothing else signed",
        parse: { $0.isEmpty || $0.utf8.contains(0) ? nil : $0 })

    /// The app that is sold.
    static let storeBundle = identifier("store-bundle-id", help: "the bundle id of the app that the store sells")

    /// The store's environment.
    static let storeEnvironment = Setting<String>(
        "store-environment", help: "the store's environment", allowed: "Production or Sandbox",
        parse: { ["Production", "Sandbox"].contains($0) ? $0 : nil })

    /// Whether the certificates must have the App Store's marks.
    static let storeMarkers = Setting<Bool>(
        "store-markers", help: "whether certificates must have the App Store's marks", allowed: "require or ignore",
        parse: { ["require", "ignore"].contains($0) ? $0 == "require" : nil })

    /// The product that is paid by the month.
    static let monthlyProduct = identifier("store-monthly-product", help: "the product that is paid by the month")
    /// Its price.
    static let monthlyPrice = price("store-monthly-price", help: "the price of a month, for people")
    /// The product that is paid by the year.
    static let yearlyProduct = identifier("store-yearly-product", help: "the product that is paid by the year")
    /// Its price.
    static let yearlyPrice = price("store-yearly-price", help: "the price of a year, for people")

    private static func identifier(_ name: String, help: String) -> Setting<String> {
        Setting<String>(
            name, help: help, allowed: "an id such as org.example.premium",
            parse: { text in
                let isValid = (1...ProfilesLimits.storeIDCharacters).contains(text.utf8.count)
                return isValid && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f } ? text : nil
            })
    }

    private static func price(_ name: String, help: String) -> Setting<String> {
        Setting<String>(
            name, help: help, allowed: "a price such as 4.99 USD",
            parse: { $0.isEmpty || $0.count > ProfilesLimits.nameCharacters ? nil : $0 })
    }
}

/// The effective configuration of plans.
struct PlanConfiguration: Sendable {
    /// The plan of all households; nil: the one that each was founded with.
    var plan: Plan?
    /// What is sold and who signs for it; nil: no store is configured.
    var store: StoreConfiguration?

    /// Reads the configuration.
    ///
    /// - Throws: `ConfigurationError`, also for a file of roots that cannot be used, and a store without a bundle id.
    init(_ layers: ConfigurationLayers) throws {
        plan = try layers.configured(ProfilesSettings.plan)?.value
        guard let file = try layers.configured(ProfilesSettings.storeRootFile) else { return }
        let needsMarkers = try layers.configured(ProfilesSettings.storeMarkers)?.value ?? true
        guard
            let pem = try? FileHandle(forReadingFrom: URL(fileURLWithPath: file.value)).read(
                upToCount: ProfilesLimits.storeRootFileBytes),
            let trust = CertificateTrust(
                pem: [UInt8](pem), markers: needsMarkers ? StoreConfiguration.appStoreMarkers : nil)
        else {
            throw ConfigurationError.wrongValue(
                name: ProfilesSettings.storeRootFile.name, source: file.source, value: file.value,
                allowed: ProfilesSettings.storeRootFile.allowed)
        }
        let bundle = try layers.required(ProfilesSettings.storeBundle).value
        store = StoreConfiguration(
            trust: trust, bundle: bundle,
            environment: try layers.configured(ProfilesSettings.storeEnvironment)?.value ?? "Production",
            offers: [
                PlanOffer(
                    product: try layers.configured(ProfilesSettings.monthlyProduct)?.value
                        ?? "\(bundle).premium.monthly",
                    period: "month", price: try layers.configured(ProfilesSettings.monthlyPrice)?.value ?? "4.99 USD",
                    trialDays: ProfilesLimits.trialDays),
                PlanOffer(
                    product: try layers.configured(ProfilesSettings.yearlyProduct)?.value ?? "\(bundle).premium.yearly",
                    period: "year", price: try layers.configured(ProfilesSettings.yearlyPrice)?.value ?? "39.99 USD",
                    trialDays: ProfilesLimits.trialDays),
            ])
    }
}
