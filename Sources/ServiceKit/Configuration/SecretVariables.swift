internal import Glibc

/// Environment variables that contain a secret itself. Every process of the same user can read a process's environment
/// (`/proc/PID/environ`), and children inherit it; so `hearth` removes these variables from its own environment at
/// start, and services reject them.
public enum SecretVariables {
    /// The variables that contain a service's secret, with the service and the setting.
    static let all: [String: (service: String, setting: String)] = Dictionary(
        ServiceSettings.ownSecrets.flatMap { service, settings in
            settings.map { (variable(of: $0), (service, $0)) }
        }, uniquingKeysWith: { first, _ in first })

    /// Every variable that contains a secret, including the `hearth` command's token. No service receives any of them.
    public static var names: Set<String> { Set(all.keys).union([token]) }

    /// The `hearth` command's token.
    private static let token = "HEARTH_TOKEN"

    /// Removes all secrets from this process's environment: they no longer appear in `/proc/PID/environ`, and children
    /// do not inherit them. Call it before other threads use the environment.
    ///
    /// - Returns: the services' secrets.
    public static func take() -> ServiceSecrets {
        var secrets = ServiceSecrets()
        for variable in names {
            guard let value = getenv(variable) else { continue }
            let text = String(cString: value)
            // /proc shows the memory of the initial environment: unsetting the variable is not enough.
            memset(value, 0, strlen(value))
            unsetenv(variable)
            if let place = all[variable], !text.isEmpty { secrets[place.service, place.setting] = text }
        }
        return secrets
    }

    /// Rejects an environment that contains a secret.
    ///
    /// - Throws: ``SecretInEnvironment``.
    static func refuse(in environment: [String: String]) throws(SecretInEnvironment) {
        for (variable, place) in all.sorted(by: { $0.key < $1.key }) where environment[variable]?.isEmpty == false {
            throw SecretInEnvironment(variable: variable, setting: place.setting)
        }
    }

    private static func variable(of setting: String) -> String {
        "HEARTH_" + setting.uppercased().replacing("-", with: "_")
    }
}

/// The environment of a service contains a secret.
struct SecretInEnvironment: Error, Sendable, Hashable, CustomStringConvertible {
    /// The variable.
    let variable: String
    /// Its setting.
    let setting: String

    var description: String {
        "\(variable) is set: a secret is not taken from the environment, which other processes can read. Write it to a file"
            + " of mode 0600 and name the file with \(variable)_FILE, or put it as \(setting) into \(CredentialDirectory.variable)"
    }
}
