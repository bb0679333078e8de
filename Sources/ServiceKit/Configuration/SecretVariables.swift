internal import Glibc

/// Environment variables that hold a secret itself. The environment of a process is open to every process of the same user
/// (`/proc/PID/environ`), and children inherit it; so `hearth` takes these variables out of its own at its start, and
/// services refuse them.
public enum SecretVariables {
    /// The variables that hold a service's secret, by name, with the service and the setting.
    static let all: [String: (service: String, setting: String)] = Dictionary(
        ServiceSettings.ownSecrets.flatMap { service, settings in
            settings.map { (variable(of: $0), (service, $0)) }
        }, uniquingKeysWith: { first, _ in first })

    /// Every variable that holds a secret, the `hearth` command's token among them. No service is given any of them.
    public static var names: Set<String> { Set(all.keys).union([token]) }

    /// What the `hearth` command takes its token from.
    private static let token = "HEARTH_TOKEN"

    /// Takes all secrets out of this process's environment: they are not in `/proc/PID/environ` any more, and children do
    /// not inherit them. To be called before other threads use the environment.
    ///
    /// - Returns: those of services.
    public static func take() -> ServiceSecrets {
        var secrets = ServiceSecrets()
        for variable in names {
            guard let value = getenv(variable) else { continue }
            let text = String(cString: value)
            // /proc shows the memory in which the process was given its environment: removing the name is not enough.
            memset(value, 0, strlen(value))
            unsetenv(variable)
            if let place = all[variable], !text.isEmpty { secrets[place.service, place.setting] = text }
        }
        return secrets
    }

    /// Refuses an environment with a secret in it.
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

/// A secret stands in the environment of a service.
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
