[assembly: HostingStartup(typeof(Startup))]

/// <summary>Adds Redis as backplane and SQLite as database. Runs before Program.cs, which adds only what is missing.</summary>
public class Startup : IHostingStartup
{
    public void Configure(IWebHostBuilder builder) => builder.ConfigureServices((context, services) =>
    {
        services.AddSingleton<ChatStore, SqliteStore>();
        services.AddSignalR().AddStackExchangeRedis(context.Configuration["Redis"]
            ?? throw new InvalidOperationException("The setting Redis is missing."));
    });
}
